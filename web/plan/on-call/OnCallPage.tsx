import { BellIcon, CalendarIcon, ChevronLeftIcon, ChevronRightIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { projectTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getOnCallPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { CalendarDialog } from './CalendarDialog.tsx'
import { CalendarState } from './calendar/CalendarState.tsx'
import { SourceDialog } from './calendar/SourceDialog.tsx'
import {
  type NoteData,
  type OnCallPageData,
  onCallReadings,
  pageSchedule,
  type RotationData,
  removeNote,
  removeOverride,
  removeRotation,
  removeSchedule,
  type ScheduleData,
  type ShiftData,
} from './calls.ts'
import { EarlierNotes, LatestNote } from './HandoverNotes.tsx'
import { messages } from './messages.ts'
import { NoteDialog } from './NoteDialog.tsx'
import styles from './OnCall.module.css'
import { OnCallTabs } from './OnCallTabs.tsx'
import { OnDuty } from './OnDuty.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'
import { weekInput } from './on-call-address.ts'
import { PageDialog } from './PageDialog.tsx'
import { RotationDialog } from './RotationDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { type OwnShift, SwapDialog } from './SwapDialog.tsx'
import { SwapRequests } from './SwapRequests.tsx'
import { useScheduleTimes } from './schedule-times.ts'
import { WeekGrid } from './WeekGrid.tsx'

/** Who is on call in a project, now and in a week. */
export function OnCallPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getOnCallPage, weekInput(namespace, usePageSearch()), {
    topics: page => [projectTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title={planTitles.onCall} /> : <Shown page={data} />
}

type Opened =
  | { readonly of: 'schedule'; readonly schedule: ScheduleData | null }
  | { readonly of: 'delete-schedule' | 'override' | 'page' | 'notes'; readonly schedule: ScheduleData }
  | { readonly of: 'note'; readonly schedule: ScheduleData; readonly note: NoteData | null }
  | { readonly of: 'delete-note'; readonly schedule: ScheduleData; readonly note: NoteData }
  | { readonly of: 'rotation' | 'calendar'; readonly schedule: ScheduleData; readonly rotation: RotationData | null }
  | { readonly of: 'delete-rotation'; readonly schedule: ScheduleData; readonly rotation: RotationData }
  | { readonly of: 'swap'; readonly schedule: ScheduleData; readonly shift: OwnShift | null }
  | { readonly of: 'delete-override'; readonly schedule: ScheduleData; readonly shift: ShiftData }

function Shown({ page }: { readonly page: OnCallPageData }) {
  const { namespace, permissions, schedules } = page
  const [opened, setOpened] = useState<Opened | null>(null)
  const address = `/${namespace.fullPath}/-/oncall_schedules`
  usePlace({
    title: planTitles.onCall,
    namespace: shownNamespace(namespace),
    active: 'oncall_schedules',
    crumbs: [{ label: planTitles.onCall, href: address }],
  })
  const importLink = permissions.canAdminEscalations && (
    <LinkButton href={`/${namespace.fullPath}/-/oncall_import`}>Import</LinkButton>
  )
  const create = permissions.canAdminEscalations && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setOpened({ of: 'schedule', schedule: null })}>
      New schedule
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={planTitles.onCall}
        actions={
          <>
            {importLink}
            {schedules.length > 0 && create}
          </>
        }
      />
      <OnCallTabs fullPath={namespace.fullPath} active="schedules" />
      <div className={styles.content}>
        {schedules.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title={messages.none} action={create}>
            {messages.use}
          </EmptyState>
        ) : (
          <Stack gap={4}>
            <WeekChoice week={page.week} address={address} projectPath={namespace.fullPath} />
            {schedules.map(schedule => (
              <Schedule key={schedule.iid} page={page} schedule={schedule} onOpen={setOpened} />
            ))}
          </Stack>
        )}
      </div>
      {opened !== null && (
        <OpenedDialog page={page} opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />
      )}
    </Page>
  )
}

const dayMs = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

interface WeekChoiceProps {
  /** The Monday. */
  readonly week: string
  readonly address: string
  readonly projectPath: string
}

function WeekChoice({ week, address, projectPath }: WeekChoiceProps) {
  const [isSubscribing, setSubscribing] = useState(false)
  return (
    <div className={styles.bar}>
      <nav className={styles.weeks} aria-label="Week">
        <Anchor className={styles.weekLink} href={`${address}?week=${dayAfter(week, -7)}`} aria-label="Previous week">
          <ChevronLeftIcon />
        </Anchor>
        <Anchor className={styles.weekLink} href={address}>
          This week
        </Anchor>
        <Anchor className={styles.weekLink} href={`${address}?week=${dayAfter(week, 7)}`} aria-label="Next week">
          <ChevronRightIcon />
        </Anchor>
      </nav>
      <Button variant="quiet" icon={<CalendarIcon />} onClick={() => setSubscribing(true)}>
        Subscribe
      </Button>
      {isSubscribing && <CalendarDialog projectPath={projectPath} onClose={() => setSubscribing(false)} />}
    </div>
  )
}

interface ScheduleProps {
  readonly page: OnCallPageData
  readonly schedule: ScheduleData
  readonly onOpen: (opened: Opened) => void
}

function Schedule({ page, schedule, onOpen }: ScheduleProps) {
  const { iid, name, description, timeZone, rotations, canWriteNote } = schedule
  const { canAdminEscalations: canAdmin, canOverride, canPage, canSwap } = page.permissions
  const { user } = useViewer()
  const isParticipant = rotations.some(
    ({ participants, duty, shifts }) =>
      [...participants, ...shifts].some(each => each.user.id === user?.id) ||
      duty.users.some(({ id }) => id === user?.id),
  )
  return (
    <Card
      flush
      title={<bdi>{name}</bdi>}
      description={
        <>
          {description !== '' && (
            <>
              <bdi>{description}</bdi> ·{' '}
            </>
          )}
          Times are in {timeZone}
        </>
      }
      aside={
        <div className={styles.actions}>
          {canPage && rotations.some(({ duty }) => duty.users.length > 0) && (
            <Button size="s" variant="primary" icon={<BellIcon />} onClick={() => onOpen({ of: 'page', schedule })}>
              Page now
            </Button>
          )}
          {canSwap && isParticipant && (
            <Button size="s" onClick={() => onOpen({ of: 'swap', schedule, shift: null })}>
              Swap shift…
            </Button>
          )}
          {canWriteNote && rotations.length > 0 && (
            <Button size="s" onClick={() => onOpen({ of: 'note', schedule, note: null })}>
              Write hand-over note
            </Button>
          )}
          {canOverride && rotations.length > 0 && (
            <Button size="s" onClick={() => onOpen({ of: 'override', schedule })}>
              Override…
            </Button>
          )}
          {canAdmin && (
            <>
              <Button size="s" onClick={() => onOpen({ of: 'rotation', schedule, rotation: null })}>
                Add rotation
              </Button>
              <RowMenu
                label={`Actions for ${name}`}
                items={[
                  { label: 'Add calendar', onSelect: () => onOpen({ of: 'calendar', schedule, rotation: null }) },
                  { label: 'Edit schedule', onSelect: () => onOpen({ of: 'schedule', schedule }) },
                  {
                    label: 'Delete schedule',
                    tone: 'danger',
                    onSelect: () => onOpen({ of: 'delete-schedule', schedule }),
                  },
                ]}
              />
            </>
          )}
        </div>
      }
    >
      {rotations.length === 0 ? (
        <EmptyState size="s" headingLevel={3} title={messages.none}>
          {canAdmin && messages.noRotations}
        </EmptyState>
      ) : (
        <>
          <div className={styles.duties}>
            {rotations.map(rotation => (
              <OnDuty key={rotation.id} rotation={rotation} timeZone={timeZone} />
            ))}
          </div>
          <LatestNote
            schedule={schedule}
            onEarlier={() => onOpen({ of: 'notes', schedule })}
            onEdit={note => onOpen({ of: 'note', schedule, note })}
            onDelete={note => onOpen({ of: 'delete-note', schedule, note })}
          />
          <SwapRequests
            projectId={page.namespace.id}
            swaps={page.swaps.filter(({ scheduleIid }) => scheduleIid === iid)}
            canAnswer={canSwap}
          />
          <CalendarState projectId={page.namespace.id} schedule={schedule} canAdmin={canAdmin} />
          <Warnings schedule={schedule} />
          <WeekGrid
            schedule={schedule}
            canAdmin={canAdmin}
            canOverride={canOverride}
            onRotation={(of, rotation) => onOpen({ of, schedule, rotation })}
            onOverride={shift => onOpen({ of: 'delete-override', schedule, shift })}
            onSwap={
              canSwap
                ? ({ id }, { startsAt }) => onOpen({ of: 'swap', schedule, shift: { rotationId: id, startsAt } })
                : null
            }
          />
        </>
      )}
    </Card>
  )
}

const shownGaps = 3

/** The times in which no one is on call, and the people who are skipped. */
function Warnings({ schedule: { gaps, rotations, timeZone } }: { readonly schedule: ScheduleData }) {
  const { span } = useScheduleTimes(timeZone)
  const skipped = rotations.flatMap(({ name, participants }) =>
    participants.filter(({ isAvailable }) => !isAvailable).map(({ user }) => ({ user, rotation: name })),
  )
  if (gaps.length === 0 && skipped.length === 0) return null
  return (
    <div className={styles.warnings}>
      {gaps.length > 0 && (
        <Banner tone="warning" title="No one is on call at times this week">
          <ul className={styles.gaps}>
            {gaps.slice(0, shownGaps).map(gap => (
              <li key={gap.startsAt}>{span(gap)}</li>
            ))}
            {gaps.length > shownGaps && <li>{counted(gaps.length - shownGaps, 'more gap')}</li>}
          </ul>
        </Banner>
      )}
      {skipped.map(({ user, rotation }) => (
        <Banner key={`${user.id} ${rotation}`} tone="warning">
          <bdi>{user.name}</bdi> is skipped in <bdi>{rotation}</bdi>: the account is not active, or cannot read the
          incidents of this project.
        </Banner>
      ))}
    </div>
  )
}

interface OpenedDialogProps {
  readonly page: OnCallPageData
  readonly opened: Opened
  readonly onOpen: (opened: Opened) => void
  readonly onClose: () => void
}

function OpenedDialog({ page, opened, onOpen, onClose }: OpenedDialogProps) {
  const projectPath = page.namespace.fullPath
  // Another person may have changed it since the dialog was opened.
  const current = page.schedules.find(({ iid }) => iid === opened.schedule?.iid)
  const schedule = current ?? opened.schedule
  if (opened.of === 'schedule')
    return <ScheduleDialog projectPath={projectPath} schedule={schedule} onClose={onClose} />
  if (schedule === null) return null
  switch (opened.of) {
    case 'rotation': {
      const rotation = opened.rotation && nowOf(schedule.rotations, opened.rotation)
      return <RotationDialog projectPath={projectPath} schedule={schedule} rotation={rotation} onClose={onClose} />
    }
    case 'calendar': {
      const rotation = opened.rotation && nowOf(schedule.rotations, opened.rotation)
      return <SourceDialog projectId={page.namespace.id} schedule={schedule} rotation={rotation} onClose={onClose} />
    }
    case 'override':
      return <OverrideDialog projectPath={projectPath} schedule={schedule} onClose={onClose} />
    case 'swap':
      return <SwapDialog page={page} schedule={schedule} initial={opened.shift} onClose={onClose} />
    case 'page':
      return (
        <PageDialog
          description={`Opens an incident and pages ${peopleOnCall(schedule)}.`}
          place={`schedule ${schedule.iid}`}
          send={title => pageSchedule(projectPath, schedule.iid, title)}
          onClose={onClose}
        />
      )
    case 'note': {
      const { note } = opened
      const shown = schedule.handoverNote
      // Another person may have changed it since.
      const now = note !== null && shown?.id === note.id ? shown : note
      return <NoteDialog page={page} schedule={schedule} note={now} onClose={onClose} />
    }
    case 'notes':
      return (
        <EarlierNotes
          page={page}
          schedule={schedule}
          onEdit={note => onOpen({ of: 'note', schedule, note })}
          onDelete={note => onOpen({ of: 'delete-note', schedule, note })}
          onClose={onClose}
        />
      )
    case 'delete-note':
      return (
        <DeleteDialog
          title="Delete the hand-over note?"
          confirm="Delete note"
          said="Hand-over note deleted"
          remove={() => removeNote(page.namespace.id, schedule.iid, opened.note.id)}
          onClose={onClose}
        >
          {messages.deleteNote}
        </DeleteDialog>
      )
    case 'delete-schedule':
      return (
        <DeleteDialog
          title={`Delete ${schedule.name}?`}
          confirm="Delete schedule"
          said={`On-call schedule ${schedule.name} deleted`}
          remove={() => removeSchedule(projectPath, schedule.iid)}
          onClose={onClose}
        >
          {messages.deleteSchedule}
        </DeleteDialog>
      )
    case 'delete-rotation':
      return (
        <DeleteDialog
          title={`Delete ${opened.rotation.name}?`}
          confirm="Delete rotation"
          said={`Rotation ${opened.rotation.name} deleted`}
          remove={() => removeRotation(projectPath, schedule.iid, opened.rotation.id)}
          onClose={onClose}
        >
          {messages.deleteRotation}
        </DeleteDialog>
      )
    case 'delete-override': {
      const { overrideId, user } = opened.shift
      return (
        <DeleteDialog
          title={`Delete the override by ${user.name}?`}
          confirm="Delete override"
          said="Override deleted"
          remove={() => (overrideId === null ? Promise.resolve() : removeOverride(overrideId))}
          onClose={onClose}
        >
          {messages.deleteOverride}
        </DeleteDialog>
      )
    }
    default:
      return opened satisfies never
  }
}

interface DeleteDialogProps {
  readonly title: string
  readonly confirm: string
  /** Shown when it is done. */
  readonly said: string
  readonly remove: () => Promise<unknown>
  readonly children: string
  readonly onClose: () => void
}

function DeleteDialog({ title, confirm, said, remove, children, onClose }: DeleteDialogProps) {
  const call = useCall((_: null) => remove(), {
    refreshes: onCallReadings,
    onSuccess: () => {
      showToast(said)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      tone="danger"
      busy={call.isPending}
      error={call.error?.message ?? null}
      onConfirm={() => call.mutate(null)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

/** The names of the people who are on call now. */
function peopleOnCall({ rotations }: ScheduleData): string {
  const names = new Set(rotations.flatMap(({ duty }) => duty.users.map(({ name }) => name)))
  return new Intl.ListFormat('en').format(names)
}
