import { useState } from 'react'
import { flagsPath, segmentPath, segmentsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  deleteFlagSegment,
  getFlagSegmentPage,
  getFlagSegmentsPage,
  updateFlagSegment,
} from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './Flags.module.css'
import { constraintsOf } from './flag-form.ts'
import { constraintsInWords, type SegmentFields, SegmentForm, segmentFields, segmentInput } from './SegmentForm.tsx'

type SegmentPageData = ReplyOf<typeof import('#contract/deploy/feature-flags/segments.ts').getFlagSegmentPage>

const labels: FieldLabels<SegmentFields> = {
  name: 'Name',
  description: 'Description',
  constraints: { label: 'Constraints', shown: constraintsInWords },
}

/** The changed fields as the API takes them, with the values that the form began with. */
function segmentChanges({ values, changes, baseOf }: Draft<SegmentFields>) {
  const { name, description, constraints } = segmentInput(values)
  return {
    ...('name' in changes && { name }),
    ...('description' in changes && { description }),
    ...('constraints' in changes && { constraints }),
    expected: {
      ...('name' in changes && { name: baseOf('name') }),
      ...('description' in changes && { description: baseOf('description') }),
      ...('constraints' in changes && { constraints: constraintsOf(baseOf('constraints')) }),
    },
  }
}

/** A segment with the flags that use it. */
export function SegmentPage() {
  const { namespace = '', iid = '' } = usePageParams()
  const { data } = useReading(getFlagSegmentPage, { namespace, iid: Number(iid) })
  return data === undefined ? (
    <Page width="narrow">
      <Skeleton rows={4} label="Loading segment" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page }: { readonly page: SegmentPageData }) {
  const { namespace, permissions, segment, flags, projectId } = page
  const lists = segmentsPath(namespace.fullPath)
  const draft = useDraft<SegmentFields>(segmentFields(segment))
  const [isRemoving, setRemoving] = useState(false)
  const goTo = useGoTo()
  const input = { id: projectId, iid: segment.iid }
  const refreshes = [getFlagSegmentsPage, getFlagSegmentPage]
  const update = useOperation(updateFlagSegment, {
    refreshes,
    onSuccess: (_saved, sent) => {
      draft.saved(sent)
      showToast('Segment saved')
    },
  })
  const remove = useOperation(deleteFlagSegment, { refreshes: [getFlagSegmentsPage], onSuccess: () => goTo(lists) })
  usePlace({
    title: flagTitles.segment(segment.name),
    namespace: shownNamespace(namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace.fullPath) },
      { label: flagTitles.segments, href: lists },
      { label: segment.name, href: segmentPath(namespace.fullPath, segment.iid) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={segment.name}
        actions={
          permissions.canAdmin && (
            <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          )
        }
      />
      <Stack gap={4}>
        {permissions.canAdmin ? (
          <SegmentForm
            fields={draft.values}
            onFields={draft.set}
            submit="Save changes"
            busy={update.isPending}
            error={update.error}
            isOverlapped={draft.overlaps.length > 0}
            onSubmit={() => update.mutate({ ...input, ...segmentChanges(draft) })}
            onCancel={() => goTo(lists)}
          >
            <DraftOverlaps draft={draft} labels={labels} save={update} />
          </SegmentForm>
        ) : (
          <p className={styles.muted}>{constraintsInWords(draft.values.constraints)}</p>
        )}
        <Card title="Feature flags that use this segment">
          {flags.length === 0 ? (
            <p className={styles.muted}>None.</p>
          ) : (
            <ul className={styles.history}>
              {flags.map(flag => (
                <li key={flag.path}>
                  <TextLink href={flag.path}>{flag.name}</TextLink>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={`Delete ${segment.name}?`}
          confirm="Delete segment"
          write={remove}
          onConfirm={() => remove.mutate(input)}
          onClose={() => setRemoving(false)}
        >
          {flags.length > 0
            ? `Feature flags use this segment: ${flags.map(({ name }) => name).join(', ')}. Remove it from their strategies first.`
            : 'This cannot be undone.'}
        </ConfirmDialog>
      )}
    </Page>
  )
}
