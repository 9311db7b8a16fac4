// HTTPS receivers in a process of their own, so that they and the sender do not share a thread. Started with
// fork(); told { key, cert, ports } it answers with the ports it listens on, the first `hanging` of which never
// answer a request. Every request that came is reported as [webhook-id, nanoseconds of the machine's clock].
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ReceiverOrder {
  key: string
  cert: string
  ports: number
  hanging: number
  report: boolean
}

async function listen(order: ReceiverOrder, hangs: boolean): Promise<number> {
  const server = createServer({ key: order.key, cert: order.cert }, (request, response) => {
    if (order.report) process.send!([request.headers['webhook-id'], String(process.hrtime.bigint())])
    if (hangs) return
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

process.once('message', async (order: ReceiverOrder) => {
  const ports = Array.from({ length: order.ports }, (_, index) => listen(order, index < order.hanging))
  process.send!(await Promise.all(ports))
})
