import type { Db } from '../../lib/db/types.js'
import { type DocumentStorage, IN_DATABASE } from '../../lib/transcripts/document-storage.js'
import { prepareTranscript, savePrepared } from '../../lib/transcripts/save-transcript.js'
import type { TranscriptDocument } from '../../lib/transcripts/types.js'

interface TranscriptToSave extends Omit<Parameters<typeof savePrepared>[1], 'prepared'> {
  document: TranscriptDocument
  documents?: DocumentStorage
}

/** Prepares and saves a transcript, as the steps and an import do; nothing if it has no sentences. */
export async function saveTranscript(
  db: Db,
  { document, documents = IN_DATABASE, ...transcript }: TranscriptToSave,
): Promise<void> {
  const prepared = await prepareTranscript(db, documents, document, transcript.now)
  if (prepared) await savePrepared(db, { ...transcript, prepared })
}
