import { mostNamed, type Refusal } from './find.ts'

type RefusedItem = Refusal['items'][number]

/** Collects refused items by reason. */
export function refusalCollector() {
  const found = new Map<string, { count: number; readonly items: RefusedItem[] }>()
  return {
    /** @param items  those that the actor can see; the count includes the others */
    add(reason: string, items: readonly RefusedItem[], count = items.length): void {
      const known = found.get(reason) ?? { count: 0, items: [] }
      known.count += count
      known.items.push(...items.slice(0, mostNamed - known.items.length))
      found.set(reason, known)
    },
    /** The most frequent reason first. */
    all: (): Refusal[] =>
      [...found]
        .map(([reason, { count, items }]) => ({ reason, count, items }))
        .sort((one, other) => other.count - one.count),
  }
}
