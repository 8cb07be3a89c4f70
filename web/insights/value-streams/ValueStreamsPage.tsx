import { DownloadIcon, KebabHorizontalIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import type { ValueStreamsPage as PageData } from '#contract/insights/value-streams.ts'
import { namespaceTopic } from '#contract/live-topics.ts'
import { call } from '#web/api/client.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { InsightTabs } from '../InsightTabs.tsx'
import { type StreamState, searchOf, streamState, streamsInput } from './address.ts'
import { calls, streamReadings } from './calls.ts'
import { DaysField } from './DaysField.tsx'
import { StageDetails } from './StageDetails.tsx'
import { StagePath } from './StagePath.tsx'
import { TasksByType } from './TasksByType.tsx'
import styles from './ValueStreams.module.css'

const StreamDialog = onDemand(() => import('./StreamDialog.tsx').then(module => module.StreamDialog), {
  holdsKeys: false,
})

/** The stages that items of a project pass through. */
export const ProjectValueStreamsPage = () => <ValueStreams kind="project" />

/** The same for the projects of a group. */
export const GroupValueStreamsPage = () => <ValueStreams kind="group" />

function ValueStreams({ kind }: { readonly kind: PlaceKind }) {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(calls[kind].page, streamsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [namespaceTopic({ kind, id: page.namespace.id })],
  })
  if (data !== undefined) return <Shown kind={kind} page={data} />
  if (!isError) return <PlaceListSkeleton title={insightTitles.valueStreams} />
  return (
    <Page>
      <PageHeader title={insightTitles.valueStreams} />
      <RetryBanner onRetry={refetch}>Could not load the value streams.</RetryBanner>
    </Page>
  )
}

function Shown({ kind, page }: { readonly kind: PlaceKind; readonly page: PageData }) {
  const { namespace, valueStreams, valueStream, aggregation, permissions } = page
  const path = valueStreamsPath(kind, namespace.fullPath)
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  usePlace({
    title: insightTitles.valueStreams,
    namespace: shownNamespace(namespace),
    active: 'insights',
    crumbs: [{ label: insightTitles.valueStreams, href: path }],
  })
  const state = streamState(usePageSearch())
  const setSearch = useSetSearch()
  const show = (change: Partial<StreamState>) => setSearch(searchOf({ ...state, page: 1, ...change }))
  const addressFor = (change: Partial<StreamState>) => addressOf(path, searchOf({ ...state, page: 1, ...change }))
  const days = { createdAfter: page.from, createdBefore: page.to }
  const figuresCsv = `${path}/value_streams/${valueStream.id}/figures.csv?created_after=${page.from}&created_before=${page.to}`
  return (
    <Page>
      <PageHeader
        title={insightTitles.valueStreams}
        actions={
          <>
            {permissions.canAdmin && (
              <Button icon={<PlusIcon />} onClick={() => setDialog('new')}>
                New value stream
              </Button>
            )}
            <Actions kind={kind} page={page} csv={figuresCsv} onEdit={() => setDialog('edit')} />
          </>
        }
      />
      <InsightTabs kind={kind} namespace={namespace} active="valueStreams" />
      <div className={styles.bar}>
        {valueStreams.length > 1 && (
          <Select
            aria-label="Value stream"
            value={String(valueStream.id)}
            options={valueStreams.map(({ id, name }) => ({ value: String(id), label: name }))}
            onValue={id => show({ valueStreamId: /^\d+$/.test(id) ? Number(id) : id, stageId: null })}
          />
        )}
        <DaysField from={page.from} to={page.to} hasWrongDays={state.hasWrongDays} onDays={show} />
      </div>
      {!aggregation.enabled && <PausedBanner kind={kind} page={page} />}
      {aggregation.isRunning && (
        <Banner tone="info">Older items are still being counted. The figures will be complete in a few minutes.</Banner>
      )}
      <StagePath page={page} addressFor={addressFor} />
      <StageDetails kind={kind} page={page} state={state} addressFor={addressFor} />
      <TasksByType kind={kind} namespace={namespace.fullPath} days={days} />
      {dialog !== null && (
        <StreamDialog
          kind={kind}
          namespace={namespace.fullPath}
          streamId={dialog === 'new' ? null : valueStream.id}
          onClose={() => setDialog(null)}
          onSaved={valueStreamId => show({ valueStreamId, stageId: null })}
        />
      )}
    </Page>
  )
}

interface ActionsProps {
  readonly kind: PlaceKind
  readonly page: PageData
  readonly csv: string
  readonly onEdit: () => void
}

function Actions({ kind, page: { namespace, valueStream, permissions, aggregation }, csv, onEdit }: ActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const setSearch = useSetSearch()
  const place = { namespace: namespace.fullPath }
  const remove = useCall((_: null) => call(calls[kind].delete, { ...place, valueStreamId: valueStream.id }), {
    refreshes: streamReadings,
    onSuccess: () => {
      showToast(`Value stream ${valueStream.name} deleted`)
      setAsking(false)
      setSearch({})
    },
  })
  const pause = useCall((_: null) => call(calls[kind].setAggregation, { ...place, enabled: false }), {
    refreshes: streamReadings,
    saysErrors: true,
  })
  const own = permissions.canAdmin && valueStream.isCustom
  return (
    <>
      <Menu
        label="Value stream actions"
        trigger={<IconButton label="Value stream actions" icon={<KebabHorizontalIcon />} />}
        items={[
          { kind: 'link', label: 'Download figures as CSV', icon: <DownloadIcon />, href: csv, external: true },
          ...(own
            ? [
                { label: 'Edit value stream', icon: <PencilIcon />, onSelect: onEdit },
                {
                  label: 'Delete value stream',
                  icon: <TrashIcon />,
                  tone: 'danger' as const,
                  onSelect: () => setAsking(true),
                },
              ]
            : []),
          ...(permissions.canAdmin && aggregation.enabled
            ? [{ kind: 'separator' as const }, { label: 'Pause counting', onSelect: () => pause.mutate(null) }]
            : []),
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${valueStream.name}?`}
          confirm="Delete value stream"
          tone="danger"
          write={remove}
          onConfirm={() => remove.mutate(null)}
          onClose={() => setAsking(false)}
        >
          Its stages are deleted too. Issues and merge requests stay as they are.
        </ConfirmDialog>
      )}
    </>
  )
}

function PausedBanner({
  kind,
  page: { namespace, permissions },
}: {
  readonly kind: PlaceKind
  readonly page: PageData
}) {
  const resume = useCall(
    (_: null) => call(calls[kind].setAggregation, { namespace: namespace.fullPath, enabled: true }),
    { refreshes: streamReadings, saysErrors: true },
  )
  return (
    <Banner
      tone="warning"
      action={
        permissions.canAdmin && (
          <Button size="s" busy={resume.isPending} onClick={() => resume.mutate(null)}>
            Resume
          </Button>
        )
      }
    >
      Counting is paused here or in a group above. Changes since then are missing from the figures.
    </Banner>
  )
}
