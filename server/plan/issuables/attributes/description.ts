import { sql } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '#contract/shapes.ts'
import { Invalid } from '#server/errors.ts'
import { attribute } from '../attribute.ts'

const longestBytes = 1_048_576

export const description = attribute({
  name: 'description',
  ability: 'issuable:update',
  value: Nullable(Type.String()),
  settle: (_from, given) => checkDescription(given),
  isSame: (from, to) => (from ?? '') === (to ?? ''),
  columns: to => ({ description: sql`${to}` }),
  describe: () => ({ action: 'description', text: 'changed the description' }),
})

/** @throws Invalid  over 1 MiB */
export function checkDescription(given: string | null): string | null {
  if (given !== null && given.length > longestBytes / 4 && Buffer.byteLength(given) > longestBytes) {
    throw new Invalid({ description: [`is too long (maximum is ${longestBytes} bytes)`] })
  }
  return given
}
