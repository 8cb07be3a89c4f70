import { KebabHorizontalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useMenuActions } from '#web/api/use-menu-actions.ts'
import { baseOf } from '#web/plan/place.ts'
import type { Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import {
  deleteMilestone,
  type MilestoneData,
  milestoneReadings,
  ownerOf,
  promoteMilestone,
  updateMilestone,
} from './calls.ts'
import { MilestoneDialog } from './MilestoneDialog.tsx'

interface MilestoneActionsProps {
  /** The project or group of the page. */
  readonly namespace: Place
  readonly milestone: MilestoneData
  /** All in one menu, or buttons for the usual ones. */
  readonly look: 'menu' | 'buttons'
  /** Shows the form where it outlives a row that someone else deletes; without it, it is shown here. */
  readonly onEdit?: () => void
}

export function MilestoneActions({ namespace, milestone, look, onEdit }: MilestoneActionsProps) {
  const [open, setOpen] = useState<'edit' | 'promote' | 'delete' | null>(null)
  const goTo = useGoTo()
  const owner = ownerOf(milestone)
  const quiet = { refreshes: milestoneReadings, saysErrors: true }
  const isActive = milestone.state === 'active'
  const turnBack = useCall(
    ({ stateEvent, updatedAt }: { readonly stateEvent: 'close' | 'activate'; readonly updatedAt: string }) =>
      updateMilestone(owner, milestone.id, { stateEvent, expected: { updatedAt } }),
    { ...quiet, conflict: 'Could not undo. Someone has since changed the milestone.' },
  )
  const turn = useCall((stateEvent: 'close' | 'activate') => updateMilestone(owner, milestone.id, { stateEvent }), {
    ...quiet,
    onSuccess: ({ updatedAt }, stateEvent) =>
      showToast(stateEvent === 'close' ? `${milestone.title} closed` : `${milestone.title} reopened`, {
        undo: () => turnBack.mutate({ stateEvent: stateEvent === 'close' ? 'activate' : 'close', updatedAt }),
      }),
  })
  const promote = useCall((): Promise<unknown> => promoteMilestone(owner, milestone.id), {
    refreshes: milestoneReadings,
    onSuccess: () => {
      setOpen(null)
      showToast(`${milestone.title} promoted to group milestone`)
      goTo(`${baseOf(namespace)}/milestones`)
    },
  })
  const remove = useCall((): Promise<unknown> => deleteMilestone(owner, milestone.id), {
    refreshes: milestoneReadings,
    onSuccess: () => {
      setOpen(null)
      showToast(`Milestone ${milestone.title} deleted`)
      if (look === 'buttons') goTo(`${baseOf(namespace)}/milestones`, { replace: true })
    },
  })

  const edit = onEdit ?? (() => setOpen('edit'))
  const toggle = () => turn.mutate(isActive ? 'close' : 'activate')
  const toggleLabel = isActive ? 'Close milestone' : 'Reopen milestone'
  const items: readonly MenuItem[] = [
    ...(look === 'menu'
      ? [{ label: 'Edit', onSelect: edit } as const, { label: toggleLabel, onSelect: toggle } as const]
      : []),
    ...(owner.kind === 'project' && namespace.fullPath.includes('/')
      ? [{ label: 'Promote to group milestone', onSelect: () => setOpen('promote') } as const]
      : []),
    { kind: 'separator' },
    { label: 'Delete', tone: 'danger', onSelect: () => setOpen('delete') },
  ]
  useMenuActions(look === 'buttons' ? items : [], 'milestone')
  return (
    <>
      {look === 'buttons' && (
        <>
          <Button data-action="Edit milestone" onClick={edit}>
            Edit
          </Button>
          <Button busy={turn.isPending} onClick={toggle}>
            {toggleLabel}
          </Button>
        </>
      )}
      <Menu
        label={`Actions for ${milestone.title}`}
        placement="bottom-end"
        trigger={
          <IconButton
            size={look === 'menu' ? 's' : 'm'}
            variant={look === 'menu' ? 'quiet' : 'secondary'}
            label={`More actions for ${milestone.title}`}
            icon={<KebabHorizontalIcon />}
          />
        }
        items={items}
      />
      {open === 'edit' && <MilestoneDialog namespace={namespace} milestone={milestone} onClose={() => setOpen(null)} />}
      {open === 'promote' && (
        <ConfirmDialog
          title={`Promote milestone ${milestone.title} to group milestone?`}
          confirm="Promote milestone"
          tone="plain"
          write={promote}
          onConfirm={() => promote.mutate(undefined)}
          onClose={() => setOpen(null)}
        >
          <p>
            All projects of the group will be able to use it. Milestones with the same title in its other projects will
            be merged into it. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete milestone ${milestone.title}?`}
          confirm="Delete milestone"
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setOpen(null)}
        >
          <p>Its issues are kept and will have no milestone. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
