import { type RawBuilder, sql } from 'kysely'
import { labelReferences, quoted, scopeOf } from '#server/plan/labels/label.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { changeList, sameIds, without } from '../changes/list-change.ts'
import { attribute, type CommandReading, type ListChange } from '../define-attribute.ts'
import { idsOf } from '../storage.ts'
import type { TitleOf } from '../values.ts'

const l = columnsOf('labels', 'l')

export const labels = attribute({
  name: 'labels',
  ability: 'issuable:set-metadata',
  blank: [],
  storage: {
    table: 'issuable_labels',
    column: 'label_id',
    ids: idsOf,
    read: labelsJson(object({ ...l.fields('id', 'title') })),
  },
  isRecordedAtCreation: true,
  normalize: (from, given, named) =>
    oneOfEachScope(
      from,
      changeList(from, given, named.labels, label => label.title),
    ),
  isSame: sameIds,
  graphql: { subscription: 'issuableLabelsUpdated' },
  icons: { label: 'label' },
  describe: (from, to) => {
    const [come, gone] = [without(to, from), without(from, to)]
    const noun = (count: number) => (count === 1 ? 'label' : 'labels')
    const parts = [
      ...(come.length === 0 ? [] : [`added ${labelReferences(come)} ${noun(come.length)}`]),
      ...(gone.length === 0 ? [] : [`removed ${labelReferences(gone)} ${noun(gone.length)}`]),
    ]
    return { action: 'label', text: parts.join(' and '), details: { added: idsOf(come), removed: idsOf(gone) } }
  },
  mail: (from, to) => {
    const come = without(to, from)
    if (come.length === 0) return null
    const text = `added the label ${come.map(label => label.title).join(', ')}`
    return { text, occasion: 'milestone', labelIds: idsOf(come) }
  },
  commands: [
    {
      name: 'label',
      aliases: ['labels'],
      parameter: '~label1 ~"label 2"',
      description: 'Add labels',
      read: (_ctx, _target, argument) =>
        reading(
          'label',
          argument,
          add => ({ add }),
          names => [`Adds ${names}.`, `Added ${names}.`],
        ),
    },
    {
      name: 'unlabel',
      aliases: ['remove_label'],
      parameter: '~label1 ~"label 2"',
      description: 'Remove all or specific labels',
      read: (_ctx, _target, argument) =>
        argument.trim() === ''
          ? { changes: { labels: { replace: [] } }, will: 'Removes all labels.', did: 'Removed all labels.' }
          : reading(
              'unlabel',
              argument,
              remove => ({ remove }),
              names => [`Removes ${names}.`, `Removed ${names}.`],
            ),
    },
    {
      name: 'relabel',
      parameter: '~label1 ~"label 2"',
      description: 'Replace all labels',
      read: (_ctx, _target, argument) =>
        reading(
          'relabel',
          argument,
          replace => ({ replace }),
          names => [`Replaces all labels with ${names}.`, `Replaced all labels with ${names}.`],
        ),
    },
  ],
})

/**
 * The labels of `issuables i` as a JSON array.
 *
 * @param label  makes one of them, over `labels l`
 */
export function labelsJson(label: RawBuilder<unknown>): RawBuilder<unknown> {
  return arrayOf(
    label,
    sql`from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id`,
    nameOrder(sql`l.title`),
  )
}

/** The last added of the labels that share a scope stays. */
function oneOfEachScope(from: readonly TitleOf[], to: readonly TitleOf[]): readonly TitleOf[] {
  const byScope = new Map<string, TitleOf>()
  // New labels come after the former ones, so they win; the order within each is that of the request.
  const wasThere = new Set(from.map(label => label.id))
  const inOrder = [...to.filter(label => wasThere.has(label.id)), ...to.filter(label => !wasThere.has(label.id))]
  for (const label of inOrder) byScope.set(scopeOf(label.title) ?? `#${label.id}`, label)
  const kept = new Set([...byScope.values()].map(label => label.id))
  return to.filter(label => kept.has(label.id))
}

function reading(
  command: string,
  argument: string,
  change: (titles: readonly string[]) => ListChange,
  say: (names: string) => readonly [string, string],
): CommandReading {
  const titles = readTitles(argument)
  if (titles.length === 0) return { refused: `Could not apply ${command} command. Enter at least one label.` }
  const names = `${titles.map(title => quoted('~', title)).join(' ')} ${titles.length === 1 ? 'label' : 'labels'}`
  const [will, did] = say(names)
  return { changes: { labels: change(titles) }, will, did }
}

/** `~bug ~"two words", other` as titles. */
export function readTitles(argument: string): readonly string[] {
  return [...argument.matchAll(/~?(?:"([^"\n]+)"|([^\s,~"]+))/g)]
    .map(match => (match[1] ?? match[2] ?? '').trim())
    .filter(Boolean)
}
