import { checkedLine } from '#server/platform/text/checked-line.ts'
import { attribute } from '../define-attribute.ts'
import { columnOf } from '../storage.ts'

export const title = attribute({
  name: 'title',
  ability: 'issuable:update',
  blank: '',
  storage: columnOf<string>('title', 'text'),
  isOpenToNonMembers: true,
  normalize: (_from, given) => checkedLine('title', given),
  graphql: { subscription: 'issuableTitleUpdated' },
  icons: { title: 'pencil-square' },
  describe: (from, to) => ({
    action: 'title',
    text: `changed title from **${marked(from, to, '-')}** to **${marked(to, from, '+')}**`,
  }),
  commands: [
    {
      name: 'title',
      parameter: '<New title>',
      description: 'Change title',
      read: (_ctx, _target, argument) =>
        argument.trim() === ''
          ? { refused: 'Could not apply title command. Enter a title.' }
          : {
              changes: { title: argument },
              will: `Changes the title to "${argument.trim()}".`,
              did: `Changed the title to "${argument.trim()}".`,
            },
    },
  ],
})

/** A title whose words that the other has not, are marked. */
function marked(text: string, other: string, sign: '-' | '+'): string {
  const words = text.split(/(?<=\s)/)
  const others = other.split(/(?<=\s)/)
  let head = 0
  while (head < words.length && words[head]?.trim() === others[head]?.trim()) head += 1
  let tail = 0
  while (tail < words.length - head && tail < others.length - head && words.at(-1 - tail) === others.at(-1 - tail))
    tail += 1
  const changed = words.slice(head, words.length - tail).join('')
  if (changed.trim() === '') return text
  const blank = changed.slice(changed.trimEnd().length)
  return `${words.slice(0, head).join('')}{${sign}${changed.trimEnd()}${sign}}${blank}${words.slice(words.length - tail).join('')}`
}
