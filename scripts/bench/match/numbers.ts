/** The value below which so many per cent lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
