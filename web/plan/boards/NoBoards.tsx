import { PlusIcon } from '@primer/octicons-react'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { baseOf } from '#web/plan/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { boardReadings, createBoard } from './calls.ts'
import type { BoardPageData } from './shapes.ts'

/** Empty state of a project or group without boards: one press creates the first one. */
export function NoBoards({ page: { namespace, permissions } }: { readonly page: BoardPageData }) {
  const goTo = useGoTo()
  const first = { name: 'Development', hideBacklogList: false, hideClosedList: false, labels: [] }
  const create = useCall(() => createBoard(namespace, { ...first, assigneeId: null, milestoneId: null }), {
    refreshes: boardReadings,
    onSuccess: ({ id }) => goTo(`${baseOf(namespace)}/boards/${id}`),
    saysErrors: true,
  })
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title="No boards yet"
      action={
        permissions.canAdminBoards && (
          <Button
            variant="primary"
            icon={<PlusIcon />}
            busy={create.isPending}
            onClick={() => create.mutate(undefined)}
          >
            Create board
          </Button>
        )
      }
    >
      {permissions.canAdminBoards
        ? 'A board shows issues in lists by label, assignee, milestone or iteration. Drag issues to move them between lists.'
        : 'Members with at least the Reporter role can create boards.'}
    </EmptyState>
  )
}
