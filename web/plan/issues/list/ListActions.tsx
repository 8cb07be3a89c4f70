import { call, urlOf } from '#web/api/client.ts'
import { groupIssuesCsv, issuesCsv } from '#web/api/operations.gen.ts'
import { useMenuActions } from '#web/api/use-menu-actions.ts'
import { baseOf } from '#web/plan/place.ts'
import type { IssuesPageData, IssuesPageInput } from '#web/plan/shapes.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { ListKind } from './list-kind.ts'

const ExportDialog = onDemand(() => import('#web/plan/exports/ExportDialog.tsx').then(module => module.ExportDialog))
const EmailDialog = onDemand(() => import('../mail/EmailDialog.tsx').then(module => module.EmailDialog))
const FeedsDialog = onDemand(() => import('../feeds/FeedsDialog.tsx').then(module => module.FeedsDialog))
const ImportDialog = onDemand(() => import('../imports/ImportDialog.tsx').then(module => module.ImportDialog))

export type DialogName = 'import' | 'export' | 'email' | 'feeds'

interface ListActionsProps extends LateMenuProps {
  readonly kind: ListKind
  readonly page: IssuesPageData
  readonly onOpen: (dialog: DialogName) => void
}

/** Further actions on a list of issues. */
export function ListActions({ kind, page, onOpen, ...menu }: ListActionsProps) {
  return (
    <AnchoredMenu
      {...menu}
      label={`Actions for these ${kind.nouns}`}
      placement="bottom-end"
      items={itemsOf({ kind, page, onOpen })}
    />
  )
}

interface ListPageActionsProps extends Omit<ListActionsProps, keyof LateMenuProps> {
  /** Selects all rows. */
  readonly onAll: () => void
}

/** The same in the palette, with the start of a bulk edit. It draws nothing. */
export function ListPageActions({ onAll, ...list }: ListPageActionsProps) {
  const { nouns, noun } = list.kind
  const select = { label: `Select all ${nouns}`, onSelect: onAll }
  useMenuActions([...(list.page.permissions.canBulkUpdateIssues ? [select] : []), ...itemsOf(list)], noun)
  return null
}

function itemsOf({ page, onOpen }: Omit<ListActionsProps, keyof LateMenuProps>): readonly MenuItem[] {
  const { namespace, permissions } = page
  return [
    ...(permissions.canCreateByEmail ? [{ label: 'Create by email', onSelect: () => onOpen('email') }] : []),
    ...(permissions.canImportIssues ? [{ label: 'Import CSV', onSelect: () => onOpen('import') }] : []),
    ...(permissions.canImportFromJira
      ? [{ kind: 'link' as const, label: 'Import from Jira', href: `${baseOf(namespace)}/import/jira` }]
      : []),
    { label: 'Export as CSV', onSelect: () => onOpen('export') },
    { label: 'Subscribe to feed or calendar', onSelect: () => onOpen('feeds') },
  ]
}

interface ListDialogProps {
  readonly name: DialogName
  readonly kind: ListKind
  readonly page: IssuesPageData
  /** The input of the list, without its order. */
  readonly input: IssuesPageInput
  readonly onClose: () => void
}

/** A dialog that the actions open. */
export function ListDialog({ name, kind, page, input, onClose }: ListDialogProps) {
  const { namespace, counts } = page
  const { state = 'opened' } = input
  const place = { namespace: namespace.fullPath, onClose }
  switch (name) {
    case 'email':
      return <EmailDialog {...place} />
    case 'import':
      return <ImportDialog {...place} />
    case 'feeds':
      return (
        <FeedsDialog
          noun={kind.noun === 'incident' ? 'incident' : 'issue'}
          input={input}
          isGroup={namespace.kind === 'group'}
          onClose={onClose}
        />
      )
    case 'export': {
      const csv = namespace.kind === 'group' ? groupIssuesCsv : issuesCsv
      const { orderBy: _orderBy, sort: _sort, cursor: _cursor, ...asked } = { ...input, state }
      return (
        <ExportDialog
          noun={kind.noun === 'incident' ? 'incident' : 'issue'}
          {...counts[state]}
          href={urlOf(csv.download, asked)}
          mail={() => call(csv.mail, asked)}
          onClose={onClose}
        />
      )
    }
    default:
      return name satisfies never
  }
}
