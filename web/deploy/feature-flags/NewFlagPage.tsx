import { useState } from 'react'
import { flagPath, flagsPath, newFlagPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { createFeatureFlag, getNewFeatureFlagPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { FlagForm } from './FlagForm.tsx'
import { flagInput, newFlag, strategyChanges } from './flag-form.ts'
import { flagReadings } from './flag-readings.ts'

/** The form of a new feature flag. */
export function NewFlagPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewFeatureFlagPage, { namespace })
  const [fields, setFields] = useState(newFlag)
  const goTo = useGoTo()
  const create = useOperation(createFeatureFlag, {
    refreshes: flagReadings,
    onSuccess: ({ iid }) => goTo(flagPath(namespace, iid)),
  })
  usePlace({
    title: flagTitles.newFlag,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace) },
      { label: 'New', href: newFlagPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={flagTitles.newFlag} />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <FlagForm
          fields={fields}
          onFields={change => setFields(now => ({ ...now, ...change }))}
          userLists={data.userLists}
          segments={data.segments}
          knownEnvironments={data.knownEnvironments}
          submit="Create feature flag"
          busy={create.isPending}
          error={create.error}
          onSubmit={() =>
            create.mutate({
              id: data.projectId,
              ...flagInput(fields),
              // Each strategy of a new flag has a name, and each scope an environment.
              strategies: strategyChanges([], fields) as never,
            })
          }
          onCancel={() => goTo(flagsPath(namespace))}
        />
      )}
    </Page>
  )
}
