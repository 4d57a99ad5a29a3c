/** How many values are kept before all are forgotten: more than the tenants that are busy at one time. */
const kept = 10_000

/** A pure function of a text whose values are derived once while they are in use. */
export function memoize<Value>(derive: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>()
  return (key) => {
    let value = values.get(key)
    if (value === undefined) {
      value = derive(key)
      if (values.size >= kept) values.clear()
      values.set(key, value)
    }
    return value
  }
}
