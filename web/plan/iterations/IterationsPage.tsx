import { KebabHorizontalIcon, PlusIcon, ProjectIcon, SyncIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { groupIssuesTopic, issuesTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIterationsPage, getIterationsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useRowKeys } from '#web/plan/lists/use-row-keys.ts'
import { iterationsInput } from '#web/plan/page-input.ts'
import { iterationName, periodOf } from '#web/plan/pickers/iteration-text.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { TimeboxRow } from '#web/plan/timeboxes/TimeboxRow.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { CadenceDialog } from './CadenceDialog.tsx'
import {
  type CadenceData,
  deleteCadence,
  type IterationData,
  type IterationsPageData,
  iterationReadings,
} from './calls.ts'
import { IterationDialog } from './IterationDialog.tsx'
import { IterationStateMark } from './IterationStateMark.tsx'
import styles from './IterationsPage.module.css'
import { planOnBoard } from './plan-on-board.ts'

export function IterationsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getIterationsPage, iterationsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), issuesTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title="Iterations" /> : <Shown page={data} />
}

export function GroupIterationsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getGroupIterationsPage, iterationsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), groupIssuesTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title="Iterations" /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: IterationsPageData }) {
  const { namespace, permissions, cadences } = page
  const path = `${baseOf(namespace)}/iterations`
  usePlace({
    title: planTitles.iterations,
    namespace: shownNamespace(namespace),
    active: 'iterations',
    crumbs: [{ label: 'Iterations', href: path }],
  })
  const state = usePageSearch().state === 'closed' ? 'closed' : 'opened'
  const [editing, setEditing] = useState<CadenceData | 'new' | null>(null)
  const [adding, setAdding] = useState<CadenceData | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useRowKeys({ noun: 'iteration', list, filterInput: null })
  const create = permissions.canAdminIterations && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setEditing('new')}>
      New cadence
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Iterations" actions={create} />
      <LinkTabs
        label="Iterations by state"
        active={state}
        tabs={[
          { key: 'opened', label: 'Current and upcoming', href: path },
          { key: 'closed', label: 'Closed', href: `${path}?state=closed` },
        ]}
      />
      {cadences.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No iterations yet" action={create}>
          {namespace.kind === 'group'
            ? 'Use iterations to plan work in consecutive periods, such as sprints.'
            : 'Iterations belong to groups. The groups of this project have none yet.'}
        </EmptyState>
      ) : (
        <div ref={list} className={styles.cadences}>
          {cadences.map(cadence => (
            <Cadence
              key={cadence.id}
              page={page}
              cadence={cadence}
              state={state}
              onEdit={() => setEditing(cadence)}
              onAdd={() => setAdding(cadence)}
            />
          ))}
        </div>
      )}
      {editing !== null && (
        <CadenceDialog
          groupPath={editing === 'new' ? namespace.fullPath : editing.groupPath}
          cadence={editing === 'new' ? null : nowOf(cadences, editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {adding !== null && (
        <IterationDialog
          groupPath={adding.groupPath}
          cadence={nowOf(cadences, adding)}
          iteration={null}
          onClose={() => setAdding(null)}
        />
      )}
    </Page>
  )
}

interface CadenceProps {
  readonly page: IterationsPageData
  readonly cadence: CadenceData
  readonly state: 'opened' | 'closed'
  readonly onEdit: () => void
  /** Asks for a new iteration. */
  readonly onAdd: () => void
}

function Cadence({ page: { namespace, permissions }, cadence, state, onEdit, onAdd }: CadenceProps) {
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setRemoving(false)
  const remove = useCall((): Promise<unknown> => deleteCadence(cadence.id), {
    refreshes: iterationReadings,
    onSuccess: () => {
      close()
      showToast(`Cadence ${cadence.title} deleted`)
    },
  })
  const goTo = useGoTo()
  const plan = useCall((): Promise<number> => planOnBoard(namespace, cadence), {
    refreshes: [],
    saysErrors: true,
    onSuccess: boardId => goTo(`${baseOf(namespace)}/boards/${boardId}`),
  })
  const isOwn = cadence.groupId === namespace.id
  const canAdmin = permissions.canAdminIterations && isOwn
  return (
    <Card
      flush
      title={cadence.title}
      description={
        <span className={styles.facts}>
          <span>{rhythmOf(cadence)}</span>
          {!isOwn && <span className={styles.note}>{cadence.groupPath}</span>}
          {cadence.description !== '' && <span>{cadence.description}</span>}
        </span>
      }
      aside={
        (permissions.canAdminIterations || permissions.canAdminBoards) && (
          <span className={styles.actions}>
            {permissions.canAdminBoards && state === 'opened' && cadence.iterations.length > 0 && (
              <Button size="s" icon={<ProjectIcon />} busy={plan.isPending} onClick={() => plan.mutate(undefined)}>
                Plan on board
              </Button>
            )}
            {canAdmin && !cadence.automatic && (
              <Button size="s" icon={<PlusIcon />} onClick={onAdd}>
                New iteration
              </Button>
            )}
            {canAdmin && (
              <Menu
                label={`Actions for ${cadence.title}`}
                placement="bottom-end"
                trigger={
                  <IconButton
                    size="s"
                    variant="quiet"
                    label={`More actions for ${cadence.title}`}
                    icon={<KebabHorizontalIcon />}
                  />
                }
                items={[
                  { label: 'Edit', onSelect: onEdit },
                  { kind: 'separator' },
                  { label: 'Delete', tone: 'danger', onSelect: () => setRemoving(true) },
                ]}
              />
            )}
          </span>
        )
      }
    >
      {cadence.iterations.length === 0 ? (
        <p className={styles.none}>
          {state === 'closed' ? 'No closed iterations' : 'No current or upcoming iterations'}
        </p>
      ) : (
        <List framed={false} aria-label={`Iterations of ${cadence.title}`}>
          {cadence.iterations.map(iteration => (
            <Row key={iteration.id} iteration={iteration} />
          ))}
        </List>
      )}
      {cadence.hasMore && <p className={styles.none}>Only the first {cadence.iterations.length} are shown.</p>}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete cadence ${cadence.title}?`}
          confirm="Delete cadence"
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        >
          <p>
            All its iterations are deleted too. Their issues are kept and will have no iteration. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** "Every 2 weeks, automatically" */
function rhythmOf({ automatic, durationInWeeks, rollOver }: CadenceData) {
  if (!automatic || durationInWeeks === null) return 'Iterations are added manually'
  const every = durationInWeeks === 1 ? 'Every week' : `Every ${counted(durationInWeeks, 'week')}`
  return (
    <span className={styles.rhythm}>
      <SyncIcon size={12} />
      {every}
      {rollOver && ', open issues roll over'}
    </span>
  )
}

function Row({ iteration }: { readonly iteration: IterationData }) {
  return (
    <TimeboxRow name={iterationName(iteration)} timebox={iteration}>
      <span className={styles.facts}>
        <IterationStateMark state={iteration.state} />
        {iteration.title !== null && periodOf(iteration)}
      </span>
    </TimeboxRow>
  )
}
