import type { boardGroupings, LaneAttribute } from '#contract/plan/boards/board-cards.ts'
import { listGroupLabelOptions, listLabelOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu } from '#web/ui/actions/Menu.tsx'
import type { BoardData, BoardPageData } from '../shapes.ts'
import { laneAttributeNames } from './lane-words.ts'

export interface Grouping {
  readonly by: (typeof boardGroupings)[number]
  readonly scope?: string | undefined
  readonly labelIds?: readonly number[] | undefined
}

interface GroupChoicesProps extends LateMenuProps {
  readonly namespace: BoardPageData['namespace']
  readonly attributes: readonly LaneAttribute[]
  readonly lanes: BoardData['lanes']
  readonly onChoose: (grouping: Grouping) => void
}

/** The ways to group a board: by an attribute, or by the labels of one scope. */
export function GroupChoices({ namespace, attributes, lanes, onChoose, anchor, onClose }: GroupChoicesProps) {
  const { data: labels = [] } = useReading(namespace.kind === 'group' ? listGroupLabelOptions : listLabelOptions, {
    namespace: namespace.fullPath,
    search: '::',
  })
  const scopes = [...new Set(labels.map(({ title }) => title.slice(0, title.lastIndexOf('::'))))]
  const choice = (label: string, by: Grouping['by'], scope?: string) => ({
    kind: 'radio' as const,
    label,
    checked: (lanes?.by ?? 'none') === by && (lanes?.scope ?? undefined) === scope,
    onSelect: () => onChoose({ by, scope }),
  })
  return (
    <AnchoredMenu
      label="Group by"
      placement="bottom-end"
      anchor={anchor}
      onClose={onClose}
      items={[
        choice('None', 'none'),
        ...attributes.map(by => choice(laneAttributeNames[by], by)),
        ...scopes.map(scope => choice(`Label: ${scope}`, 'label', scope)),
      ]}
    />
  )
}
