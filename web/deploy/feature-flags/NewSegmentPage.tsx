import { useState } from 'react'
import { flagsPath, newSegmentPath, segmentPath, segmentsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { createFlagSegment, getFlagSegmentsPage, getNewFeatureFlagPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { newConstraint } from './flag-form.ts'
import { type SegmentFields, SegmentForm, segmentInput } from './SegmentForm.tsx'

/** The form of a new segment. */
export function NewSegmentPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewFeatureFlagPage, { namespace })
  const [fields, setFields] = useState<SegmentFields>(() => ({
    ...{ name: '', description: '' },
    constraints: [newConstraint()],
  }))
  const goTo = useGoTo()
  const create = useOperation(createFlagSegment, {
    refreshes: [getFlagSegmentsPage, getNewFeatureFlagPage],
    onSuccess: ({ iid }) => goTo(segmentPath(namespace, iid)),
  })
  usePlace({
    title: flagTitles.newSegment,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace) },
      { label: flagTitles.segments, href: segmentsPath(namespace) },
      { label: 'New', href: newSegmentPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={flagTitles.newSegment} />
      {data === undefined ? (
        <Skeleton rows={3} shape="row" />
      ) : (
        <SegmentForm
          fields={fields}
          onFields={change => setFields(now => ({ ...now, ...change }))}
          submit="Create segment"
          busy={create.isPending}
          error={create.error}
          onSubmit={() => create.mutate({ id: data.projectId, ...segmentInput(fields) })}
          onCancel={() => goTo(segmentsPath(namespace))}
        />
      )}
    </Page>
  )
}
