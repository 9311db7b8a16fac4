// Entry point of a child process. A crash of a decoder or of the native recogniser ends only this process,
// and its memory is returned. It takes one order, reports, and ends.
import { constants, setPriority } from 'node:os'
import { recogniseFile } from '../embedded/recognise.js'
import { cut } from '../http/cut.js'
import { TranscribeFault } from '../transcriber.js'
import type { Order, Report } from './protocol.js'

const report = (message: Report): void => {
  process.send?.(message)
}

async function carryOut(order: Order): Promise<Report> {
  try {
    const durationSeconds =
      order.task === 'recognise' ? await recogniseFile(order, report) : await cut(order, report)
    return { kind: 'done', durationSeconds: Math.round(durationSeconds * 1000) / 1000 }
  } catch (error) {
    const reason = error instanceof TranscribeFault ? error.reason : 'unavailable'
    return { kind: 'fault', reason, message: (error as Error).message }
  }
}

// The parent is gone, so nobody needs the result.
process.once('disconnect', () => process.exit(1))
// Threads that the recogniser starts later inherit the priority.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', async (order: Order) => {
  const last = await carryOut(order)
  process.send?.(last, undefined, undefined, () => process.exit(0))
})
