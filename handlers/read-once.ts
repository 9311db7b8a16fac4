/** Caches each of a few files from its first request on. If reading it fails, the next request tries again. */
export function readOnce<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (name) => {
    const reading = known.get(name) ?? read(name)
    known.set(name, reading)
    reading.catch(() => known.delete(name))
    return reading
  }
}
