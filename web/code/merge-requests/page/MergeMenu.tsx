import { KebabHorizontalIcon } from '@primer/octicons-react'
import { type RefObject, useRef, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useOpening } from '#web/ui/use-opening.tsx'
import { canChangeRules } from '../review/approval-rules.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

const AddDependenciesForm = onDemand(() =>
  import('./AddDependenciesForm.tsx').then(module => module.AddDependenciesForm),
)
const MergeTimeDialog = onDemand(() => import('./MergeTimeDialog.tsx').then(module => module.MergeTimeDialog))
const MergeRequestRulesDialog = onDemand(() =>
  import('#web/code/approval-rules/MergeRequestRulesDialog.tsx').then(module => module.MergeRequestRulesDialog),
)

type OpenedDialog = 'dependencies' | 'time' | 'rules' | null

/** The dialogs of the merge menu, which stay open whatever other users do meanwhile. */
export function useMergeForms() {
  const [opened, setOpened] = useState<OpenedDialog>(null)
  const opener = useRef<HTMLButtonElement>(null)
  return { opened, setOpened, opener }
}

interface MergeMenuProps {
  readonly setOpened: (opened: OpenedDialog) => void
  readonly opener: RefObject<HTMLButtonElement | null>
  /** The first items. */
  readonly items: readonly MenuItem[]
}

/** Everything that can be set for the merge of an open merge request. Nothing where the viewer can set nothing. */
export function MergeMenu({ setOpened, opener, items }: MergeMenuProps) {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const [heldForm, showForm] = useOpening(AddDependenciesForm)
  const [heldTime, showTime] = useOpening(MergeTimeDialog)
  const [heldRules, showRules] = useOpening(MergeRequestRulesDialog)
  const all: readonly MenuItem[] = [
    ...items,
    ...(permissions.canUpdate
      ? [
          { label: 'Add dependency', onSelect: () => showForm(() => setOpened('dependencies')) },
          {
            label: mergeRequest.mergeAfter === null ? 'Set merge time' : 'Change merge time',
            onSelect: () => showTime(() => setOpened('time')),
          },
        ]
      : []),
    ...(mergeRequest.approvals.hasRules || canChangeRules(mergeRequest, permissions)
      ? [{ label: 'Approval rules', onSelect: () => showRules(() => setOpened('rules')) }]
      : []),
  ]
  if (all.length === 0) return null
  return (
    <>
      {heldForm}
      {heldTime}
      {heldRules}
      <Menu
        label="More merge actions"
        placement="bottom-end"
        trigger={<IconButton ref={opener} label="More merge actions" icon={<KebabHorizontalIcon />} size="s" />}
        items={all}
      />
    </>
  )
}

/** The form or dialog that is open. */
export function MergeForms({ opened, setOpened, opener }: ReturnType<typeof useMergeForms>) {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const close = () => setOpened(null)
  switch (opened) {
    case 'dependencies':
      return (
        <AddDependenciesForm
          onClose={() => {
            close()
            opener.current?.focus()
          }}
        />
      )
    case 'time':
      return <MergeTimeDialog mergeAfter={mergeRequest.mergeAfter} onClose={close} />
    case 'rules':
      return (
        <MergeRequestRulesDialog
          projectId={namespace.id}
          namespace={namespace.fullPath}
          iid={mergeRequest.iid}
          mergeRequestId={mergeRequest.id}
          canChange={canChangeRules(mergeRequest, permissions)}
          onClose={close}
        />
      )
    case null:
      return null
    default:
      return opened satisfies never
  }
}
