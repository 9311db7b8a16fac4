/** Caches the result of `make` for each key, and starts again empty after `most`. */
export function memo<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      value = make(key)
      if (made.size >= most) made.clear()
      made.set(key, value)
    }
    return value
  }
}
