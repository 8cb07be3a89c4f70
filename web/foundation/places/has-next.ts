import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { useReading } from '#web/api/query.ts'

/** The page size of operations whose callers give none. */
const usualPage = 20

/**
 * Whether a page of a plain list has a next one. A full page requests the next one ahead, which is then at hand.
 *
 * @param shown  the page itself, once it is there
 */
export function useHasNext<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op> & { readonly page?: number },
  shown: (ReplyOf<Op> & readonly unknown[]) | undefined,
): boolean {
  // An input with another page is an input.
  const next = { ...input, page: (input.page ?? 1) + 1 } as InputOf<Op>
  const { data } = useReading(op, next, { enabled: shown?.length === usualPage })
  return shown?.length === usualPage && Array.isArray(data) && data.length > 0
}
