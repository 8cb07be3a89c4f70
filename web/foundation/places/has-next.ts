import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { useReading } from '#web/api/query.ts'

/** How many an operation brings where its caller does not say. */
const usualPage = 20

/**
 * Whether a page of a plain list has another behind it. A full one looks ahead, which also has the next page at hand when
 * it is turned to.
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
