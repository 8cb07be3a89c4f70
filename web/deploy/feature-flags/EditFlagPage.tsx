import { useState } from 'react'
import { editFlagPath, flagPath, flagsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { getFeatureFlagPage, updateFeatureFlag } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { listOf } from './environment-words.ts'
import { FlagForm } from './FlagForm.tsx'
import {
  type FlagFields,
  fieldsOf,
  flagInput,
  storedIn,
  strategiesInWords,
  strategyChanges,
  typeLabels,
} from './flag-form.ts'
import { flagReadings } from './flag-readings.ts'
import type { FlagPageData, FlagStrategy } from './shapes.ts'

const RequestDialog = onDemand(() => import('./RequestDialog.tsx').then(module => module.RequestDialog))

/** The form of a feature flag. */
export function EditFlagPage() {
  const { namespace = '', iid = '' } = usePageParams()
  const { data } = useReading(getFeatureFlagPage, { namespace, iid: Number(iid) })
  return data === undefined ? (
    <Page width="narrow">
      <Skeleton rows={8} label="Loading feature flag" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page }: { readonly page: FlagPageData }) {
  const { namespace, flag } = page
  const { fullPath } = namespace
  const draft = useDraft(fieldsOf(flag))
  const goTo = useGoTo()
  const here = flagPath(fullPath, flag.iid)
  const update = useOperation(updateFeatureFlag, { refreshes: flagReadings, onSuccess: () => goTo(here) })
  usePlace({
    title: flagTitles.editFlag(flag.name),
    namespace: shownNamespace(namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(fullPath) },
      { label: flag.name, href: here },
      { label: 'Edit', href: editFlagPath(fullPath, flag.iid) },
    ],
  })

  const [isRequesting, setRequesting] = useState(false)
  const { approvalIn } = page.permissions
  // The form is shown to people who may change the flag: only a protected environment forbids it.
  const needsApproval = update.error?.status === 403 && approvalIn.length > 0

  function submit() {
    if (draft.isChanged)
      update.mutate({ id: page.projectId, featureFlagName: flag.name, ...changesIn(draft, flag.strategies) })
    else goTo(here)
  }

  return (
    <Page width="narrow">
      <PageHeader title={flagTitles.editFlag(flag.name)} />
      <FlagForm
        fields={draft.values}
        onFields={draft.set}
        userLists={page.userLists}
        segments={page.segments}
        knownEnvironments={page.knownEnvironments}
        submit="Save changes"
        busy={update.isPending}
        error={update.error}
        {...((needsApproval || draft.overlaps.length > 0) && { problem: null })}
        onSubmit={submit}
        onCancel={() => goTo(here)}
        notice={
          needsApproval && (
            <Banner
              tone="warning"
              action={
                <Button size="s" onClick={() => setRequesting(true)}>
                  Request approval
                </Button>
              }
            >
              This change affects {listOf(approvalIn)}, where you may not deploy. It needs the approval of someone who
              may.
            </Banner>
          )
        }
      >
        <DraftOverlaps draft={draft} labels={labelsWith(page)} save={update} />
      </FlagForm>
      {isRequesting && (
        <RequestDialog
          title={`Change ${flag.name}`}
          namespace={namespace}
          iid={flag.iid}
          environments={approvalIn}
          change={{ change: changesIn(draft, flag.strategies) }}
          onSent={() => goTo(here)}
          onClose={() => setRequesting(false)}
        />
      )}
    </Page>
  )
}

const labelsWith = ({ userLists, segments }: FlagPageData): FieldLabels<FlagFields> => ({
  name: 'Name',
  description: 'Description',
  type: { label: 'Type', shown: type => typeLabels[type] },
  permanent: 'Permanent',
  lifetimeDays: 'Expected lifetime in days',
  strategies: { label: 'Strategies', shown: strategies => strategiesInWords(strategies, userLists, segments) },
})

/** The changed fields as the API takes them, with the values that the form began with. */
function changesIn({ values, changes, baseOf }: Draft<FlagFields>, stored: readonly FlagStrategy[]) {
  const { name, description, type, permanent, lifetimeDays } = flagInput(values)
  const { lifetimeDays: days } = flagInput({ ...values, lifetimeDays: baseOf('lifetimeDays') })
  // The lifetime follows a change of the type unless it is sent, too.
  const isLifeChanged = 'type' in changes || 'permanent' in changes || 'lifetimeDays' in changes
  return {
    ...('name' in changes && { name }),
    ...('description' in changes && { description }),
    ...(isLifeChanged && { type, permanent, ...(lifetimeDays !== undefined && { lifetimeDays }) }),
    ...('strategies' in changes && { strategies: strategyChanges(stored, values) }),
    expected: {
      ...('name' in changes && { name: baseOf('name') }),
      ...('description' in changes && { description: baseOf('description') }),
      ...('type' in changes && { type: baseOf('type') }),
      ...('permanent' in changes && { permanent: baseOf('permanent') }),
      ...('lifetimeDays' in changes && !baseOf('permanent') && days !== undefined && { lifetimeDays: days }),
      ...('strategies' in changes && { strategies: storedIn(baseOf('strategies')) }),
    },
  }
}
