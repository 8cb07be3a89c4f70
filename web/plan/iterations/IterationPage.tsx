import { KebabHorizontalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { groupIssuesTopic, groupTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIterationPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMenuActions } from '#web/api/use-menu-actions.ts'
import { iterationInput } from '#web/plan/page-input.ts'
import { iterationName, periodOf } from '#web/plan/pickers/iteration-text.ts'
import { baseOf } from '#web/plan/place.ts'
import { TimeboxView } from '#web/plan/timeboxes/TimeboxView.tsx'
import { timeboxInput } from '#web/plan/timeboxes/timebox-address.ts'
import { readTimeboxIssuesAhead } from '#web/plan/timeboxes/timebox-issues.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { deleteIteration, type IterationPageData, iterationReadings } from './calls.ts'
import { IterationDialog } from './IterationDialog.tsx'
import { IterationStateMark } from './IterationStateMark.tsx'

const boxOf = ({ iteration }: IterationPageData) => ({ iterationId: iteration.id })

export const readIterationAhead = (page: IterationPageData, search: Search): Promise<void> =>
  readTimeboxIssuesAhead(page.namespace, boxOf(page), search)

export function IterationPage() {
  const { data } = useReading(
    getGroupIterationPage,
    { ...iterationInput(usePageParams()), ...timeboxInput(usePageSearch()) },
    {
      keepPrevious: true,
      topics: page => [groupTopic(page.namespace.id), groupIssuesTopic(page.namespace.id)],
    },
  )
  return data === undefined ? <PlaceListSkeleton title="Iteration" /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: IterationPageData }) {
  const { namespace, iteration, cadence, permissions } = page
  const base = `${baseOf(namespace)}/iterations`
  const path = `${base}/${iteration.id}`
  const name = iterationName(iteration)
  usePlace({
    title: planTitles.iteration(iteration.title, cadence.title, periodOf(iteration)),
    namespace: shownNamespace(namespace),
    active: 'iterations',
    crumbs: [
      { label: 'Iterations', href: base },
      { label: name, href: path },
    ],
  })
  return (
    <TimeboxView
      noun="iteration"
      page={page}
      timebox={iteration}
      name={name}
      facts={
        <>
          <IterationStateMark state={iteration.state} />
          <span>{cadence.title}</span>
          {iteration.title !== null && <span>{periodOf(iteration)}</span>}
        </>
      }
      actions={permissions.canAdmin && <Actions page={page} base={base} />}
      path={path}
      issues={{ box: boxOf(page), words: { iteration_id: String(iteration.id) } }}
    />
  )
}

function Actions({ page, base }: { readonly page: IterationPageData; readonly base: string }) {
  const { namespace, iteration, cadence } = page
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const goTo = useGoTo()
  const close = () => setOpen(null)
  const remove = useCall((): Promise<unknown> => deleteIteration(iteration.id), {
    refreshes: iterationReadings,
    onSuccess: () => {
      close()
      showToast('Iteration deleted')
      goTo(base, { replace: true })
    },
  })
  const items = [{ label: 'Delete', tone: 'danger', onSelect: () => setOpen('delete') } as const]
  useMenuActions(cadence.automatic ? [] : items, 'iteration')
  return (
    <>
      <Button data-action="Edit iteration" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {!cadence.automatic && (
        <Menu
          label="Actions for this iteration"
          placement="bottom-end"
          trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
          items={items}
        />
      )}
      {open === 'edit' && (
        <IterationDialog groupPath={namespace.fullPath} cadence={cadence} iteration={iteration} onClose={close} />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this iteration?"
          confirm="Delete iteration"
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        >
          <p>Its issues are kept and will have no iteration. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
