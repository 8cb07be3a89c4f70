import { KebabHorizontalIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { groupIssuesTopic, groupTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIterationPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { IssuesByState } from '#web/plan/IssuesByState.tsx'
import { IssuesProgress } from '#web/plan/IssuesProgress.tsx'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { iterationInput } from '#web/plan/page-input.ts'
import { baseOf } from '#web/plan/place.ts'
import { TimeboxFilter } from '#web/plan/TimeboxFilter.tsx'
import { timeboxInput } from '#web/plan/timebox-address.ts'
import { TimeboxCharts } from '#web/plan/timeboxes/TimeboxCharts.tsx'
import { TimeSummary } from '#web/plan/timeboxes/TimeSummary.tsx'
import { useCall } from '#web/plan/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { deleteIteration, type IterationPageData, iterationReadings } from './calls.ts'
import { IterationDialog } from './IterationDialog.tsx'
import styles from './IterationPage.module.css'
import { IterationStateMark } from './IterationStateMark.tsx'
import { iterationName, periodOf } from './period.ts'

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
    title: planTitles.iteration(iteration.title, cadence.title, iteration.startDate, iteration.dueDate),
    namespace: shownNamespace(namespace),
    active: 'iterations',
    crumbs: [
      { label: 'Iterations', href: base },
      { label: name, href: path },
    ],
  })
  const filters = timeboxInput(usePageSearch())
  const filterInput = useRef<HTMLInputElement>(null)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page>
      <PageHeader
        title={name}
        detail={
          <span className={styles.facts}>
            <IterationStateMark state={iteration.state} />
            <span>{cadence.title}</span>
            {iteration.title !== null && <span>{periodOf(iteration)}</span>}
          </span>
        }
        actions={permissions.canAdmin && <Actions page={page} base={base} />}
      />
      {iteration.descriptionHtml !== '' && (
        <div className={styles.description}>
          <Prose html={iteration.descriptionHtml} />
        </div>
      )}
      <div className={styles.progress}>
        <IssuesProgress name={name} of={iteration} />
      </div>
      <TimeboxFilter namespace={namespace} inputRef={filterInput} />
      <TimeboxCharts
        noun="iteration"
        startDate={iteration.startDate}
        dueDate={iteration.dueDate}
        days={page.days}
        isFiltered={isFiltered}
      />
      <TimeSummary times={page.times} />
      <IssuesByState
        namespace={namespace}
        noun="iteration"
        counts={iteration}
        filter={{ ...filters, iterationId: iteration.id }}
        filterInput={filterInput}
        isFiltered={isFiltered}
        path={path}
        words={{ iteration_id: String(iteration.id) }}
      />
    </Page>
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
  return (
    <>
      <Button onClick={() => setOpen('edit')}>Edit</Button>
      {!cadence.automatic && (
        <Menu
          label="Actions for this iteration"
          placement="bottom-end"
          trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
          items={[{ label: 'Delete', tone: 'danger', onSelect: () => setOpen('delete') }]}
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
