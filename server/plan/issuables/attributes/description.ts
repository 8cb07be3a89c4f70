import { Invalid } from '#server/errors.ts'
import { attribute } from '../define-attribute.ts'
import { columnOf } from '../storage.ts'
import { meetingCommands } from './meeting.ts'

/** In bytes. */
export const descriptionLimit = 1_048_576

export const description = attribute({
  name: 'description',
  ability: 'issuable:update',
  blank: null,
  storage: columnOf<string | null>('description', 'text'),
  isOpenToNonMembers: true,
  normalize: (_from, given) => checkDescription(given),
  isSame: (from, to) => (from ?? '') === (to ?? ''),
  graphql: { subscription: 'issuableDescriptionUpdated' },
  icons: { description: 'pencil-square', task: 'task-done' },
  describe: () => ({ action: 'description', text: 'changed the description' }),
  commands: meetingCommands,
})

/** @throws Invalid  over 1 MiB */
function checkDescription(given: string | null): string | null {
  if (given !== null && given.length > descriptionLimit / 4 && Buffer.byteLength(given) > descriptionLimit) {
    throw new Invalid({ description: [`is too long (maximum is ${descriptionLimit} bytes)`] })
  }
  return given
}
