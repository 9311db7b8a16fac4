import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends bytes as they are to a server that closes the connection after its answer, and reads the answer. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return parseAnswer(Buffer.concat(chunks).toString('utf8'))
}

export function parseAnswer(answer: string): RawAnswer {
  const border = answer.indexOf('\r\n\r\n')
  if (answer.startsWith('HTTP/1.1 100 ')) return parseAnswer(answer.slice(border + 4))
  const [first = '', ...lines] = answer.slice(0, border).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: answer.slice(border + 4),
  }
}
