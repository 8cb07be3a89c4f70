import { useState } from 'react'
import { editFlagPath, flagPath, flagsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { getFeatureFlagPage, updateFeatureFlag } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { FlagForm } from './FlagForm.tsx'
import { fieldsOf, flagInput, strategyChanges } from './flag-form.ts'
import type { FlagPageData } from './shapes.ts'
import { flagReadings } from './use-flag-switch.tsx'

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
  // The form keeps what it began with, whatever is changed meanwhile.
  const [[before, initial]] = useState(() => [flag, fieldsOf(flag)] as const)
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
  return (
    <Page width="narrow">
      <PageHeader title={flagTitles.editFlag(before.name)} />
      <FlagForm
        initial={initial}
        userLists={page.userLists}
        knownEnvironments={page.knownEnvironments}
        submit="Save changes"
        busy={update.isPending}
        problem={update.error?.message}
        onSubmit={fields =>
          update.mutate({
            ...{ id: page.projectId, featureFlagName: before.name },
            ...flagInput(fields),
            strategies: strategyChanges(before.strategies, fields),
          })
        }
        onCancel={() => goTo(here)}
      />
    </Page>
  )
}
