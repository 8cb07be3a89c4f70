import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { listGroupLabelOptions, listLabelOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import type { Place } from '#web/plan/shapes.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu } from '#web/ui/actions/Menu.tsx'
import { changed } from '../list-address.ts'
import { groupLabel } from './words.ts'

interface GroupMenuProps extends LateMenuProps {
  readonly words: readonly GroupWord[]
  readonly search: Search
  /** Null for a list without labels. */
  readonly namespace: Place | null
}

/** Choose what a list is grouped by: an attribute, or the labels of one scope. */
export function GroupMenu({ words, search, namespace, anchor, onClose }: GroupMenuProps) {
  const setSearch = useSetSearch()
  const isGroup = namespace?.kind === 'group'
  const { data: labels = [] } = useReading(
    isGroup ? listGroupLabelOptions : listLabelOptions,
    { namespace: namespace?.fullPath ?? '', search: '::' },
    { enabled: namespace !== null },
  )
  const scopes = [...new Set(labels.map(({ title }) => title.slice(0, title.lastIndexOf('::'))))]
  const choice = (label: string, by: string | undefined, scope?: string) => ({
    kind: 'radio' as const,
    label,
    checked: search.group_by === by && (by === undefined || search.group_scope === scope),
    onSelect: () => setSearch(changed(search, { group_by: by, group_scope: scope })),
  })
  return (
    <AnchoredMenu
      label="Group by"
      placement="bottom-end"
      anchor={anchor}
      onClose={onClose}
      items={[
        choice('None', undefined),
        ...words.flatMap(word => [
          choice(groupLabel(word), word),
          ...(word === 'label' ? scopes.map(scope => choice(`Label: ${scope}`, word, scope)) : []),
        ]),
      ]}
    />
  )
}
