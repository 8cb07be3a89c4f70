import { projectTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupOnCallPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { messages } from './messages.ts'
import styles from './OnCall.module.css'
import { OnDuty } from './OnDuty.tsx'

type GroupOnCallData = ReplyOf<typeof import('#contract/plan/incidents/on-call.ts').getGroupOnCallPage>

/** Who is on call in the projects of a group, until when, and who comes next. */
export function GroupOnCallPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getGroupOnCallPage,
    { namespace },
    { topics: ({ schedules }) => [...new Set(schedules.map(({ project }) => projectTopic(project.id)))] },
  )
  return data === undefined ? <PlaceListSkeleton title={planTitles.onCall} /> : <Shown data={data} />
}

function Shown({ data: { namespace, schedules, hasMore } }: { readonly data: GroupOnCallData }) {
  usePlace({
    title: planTitles.onCall,
    namespace: shownNamespace(namespace),
    active: 'oncall_schedules',
    crumbs: [{ label: planTitles.onCall, href: `/groups/${namespace.fullPath}/-/oncall_schedules` }],
  })
  return (
    <Page>
      <PageHeader title={planTitles.onCall} />
      {schedules.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title={messages.none}>
          {messages.noGroupSchedules}
        </EmptyState>
      ) : (
        <Stack gap={4}>
          {schedules.map(({ iid, name, timeZone, project, rotations }) => (
            <Card
              key={`${project.id} ${iid}`}
              flush
              // Schedules of several projects may have the same name.
              title={
                <>
                  <TextLink href={`/${project.fullPath}/-/oncall_schedules`}>
                    <bdi>{name}</bdi>
                  </TextLink>
                  {' · '}
                  <bdi>{project.fullPath}</bdi>
                </>
              }
              description={
                <>
                  <bdi>{project.name}</bdi> · Times are in {timeZone}
                </>
              }
            >
              {rotations.length > 0 && (
                <div className={styles.duties}>
                  {rotations.map(rotation => (
                    <OnDuty key={rotation.id} rotation={rotation} timeZone={timeZone} />
                  ))}
                </div>
              )}
            </Card>
          ))}
          {hasMore && <p className={styles.hint}>Only the first {onCallLimits.groupSchedules} schedules are shown.</p>}
        </Stack>
      )}
    </Page>
  )
}
