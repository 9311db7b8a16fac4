// Entry point of a child process. A crash of a decoder or of the native recogniser ends only this process,
// and its memory is returned. It takes one order, reports, and ends.
import { constants, setPriority } from 'node:os'
import { measureSeconds } from '../audio/measure.js'
import { recogniseFile } from '../embedded/recognise-file.js'
import { cut } from '../http/cut.js'
import { TranscribeFault } from '../transcriber.js'
import type { Order, Report } from './protocol.js'

const report = (message: Report): void => {
  process.send?.(message)
}

function secondsOf(order: Order): Promise<number> {
  if (order.task === 'recognise') return recogniseFile(order, report)
  return order.task === 'cut' ? cut(order, report) : measureSeconds(order.path)
}

async function carryOut(order: Order): Promise<Report> {
  try {
    const durationSeconds = await secondsOf(order)
    return { kind: 'done', durationSeconds: Math.round(durationSeconds * 1000) / 1000 }
  } catch (error) {
    const reason = error instanceof TranscribeFault ? error.reason : 'failed'
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
