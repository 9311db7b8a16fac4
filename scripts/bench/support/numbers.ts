import { cpus } from 'node:os'

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The machine that a figure was measured on. */
export function machine(): string {
  return `${cpus().length} cores, ${cpus()[0]!.model}, Node ${process.version}`
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
