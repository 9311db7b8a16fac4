import { api, bodyOf, type Schemas } from '../api.js'
import { useDeed } from '../deed.js'
import { text } from '../strings.js'
import { noteDownload } from '../usage.js'
import { Menu } from './menu.js'
import { ProblemNote } from './status.js'

const words = text.episode
const FORMATS = ['txt', 'srt', 'vtt', 'json'] as const

/** Saves the transcript as a file. Each file counts as one download of the month. */
export function SaveAs({ episode }: { episode: Schemas['EpisodeDetailOut'] }) {
  const deed = useDeed()

  function save(format: (typeof FORMATS)[number]): void {
    const params = { path: { episode_id: episode.id }, query: { format } }
    const fetchFile = () =>
      bodyOf(api.GET('/episodes/{episode_id}/transcript/download', { params, parseAs: 'blob' }))
    void deed.run(fetchFile, (file) => {
      noteDownload()
      const link = document.createElement('a')
      const name = episode.title.replace(/[^\p{L}\p{N} _-]+/gu, ' ').trim()
      link.href = URL.createObjectURL(file as Blob)
      link.download = `${name.slice(0, 100) || 'transcript'}.${format}`
      link.click()
      URL.revokeObjectURL(link.href)
    })
  }

  return (
    <>
      <Menu icon="save" label={words.saveAs}>
        {FORMATS.map((format) => (
          <button
            type="button"
            class="plain quiet"
            key={format}
            aria-disabled={deed.isBusy}
            onClick={() => save(format)}
          >
            .{format}
          </button>
        ))}
        <p class="small soft">{words.saveCost}</p>
      </Menu>
      <ProblemNote problem={deed.problem} />
    </>
  )
}
