import { pagesPath } from '#contract/issuable-kinds.ts'
import { checkInsTopic } from '#contract/live-topics.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import { checkInPath, checkInsPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { getCheckInPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { planTopics } from '#web/plan/place.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { CheckInPageData } from '../shapes.ts'
import { CheckInMark } from './CheckInMark.tsx'
import { CheckInMenu } from './CheckInMenu.tsx'
import styles from './CheckIns.module.css'
import { callCommand, crontabLine, scheduleWords } from './words.ts'

/** A job that tells that it ran: its state, its latest calls and the commands for it. */
export function CheckInPage() {
  const { namespace = '', checkInId = '' } = usePageParams()
  const { data } = useReading(
    getCheckInPage,
    { namespace, checkInId: Number(checkInId) },
    { topics: page => [...planTopics(page.namespace), checkInsTopic(page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.checkIns} /> : <Shown page={data} />
}

const exact = { style: 'absolute' } as const

function Shown({ page }: { readonly page: CheckInPageData }) {
  const { namespace, permissions, checkIn, services } = page
  const { name, state, recentAt, dueAt, missingSince, alert, url, service, severity, graceMinutes } = checkIn
  const goTo = useGoTo()
  const listPath = checkInsPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.checkIn(name),
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [
      { label: monitorTitles.alerts, href: pagesPath('alert', namespace.fullPath) },
      { label: monitorTitles.checkIns, href: listPath },
      { label: name, href: checkInPath(namespace.fullPath, checkIn.id) },
    ],
  })
  return (
    <Page>
      <PageHeader
        title={name}
        detail={
          <span className={styles.facts}>
            <CheckInMark state={state} />
            <span>{scheduleWords(checkIn)}</span>
            <span>{counted(graceMinutes, 'minute')} of grace</span>
            {service !== '' && <bdi>{service}</bdi>}
            <span>{severityLabels[severity]} alerts</span>
          </span>
        }
        actions={
          permissions.canEdit && (
            <CheckInMenu
              projectId={namespace.id}
              services={services}
              checkIn={checkIn}
              onDeleted={() => goTo(listPath)}
            />
          )
        }
      />
      <Stack>
        <Card title="Calls">
          <Stack gap={2}>
            <p>
              {missingSince !== null ? (
                <>
                  Missing since <RelativeTime at={missingSince} format={exact} />.
                </>
              ) : dueAt !== null ? (
                <>
                  The next call is expected by <RelativeTime at={dueAt} format={exact} />.
                </>
              ) : state === 'paused' ? (
                'While it is paused, no alert is created.'
              ) : (
                'No alert is created before the first call.'
              )}{' '}
              {alert !== null && (
                <>
                  Open alert: <TextLink href={alert.webPath}>{alert.reference}</TextLink>
                </>
              )}
            </p>
            {recentAt.length > 0 && (
              <ol className={styles.calls} aria-label="Latest calls">
                {recentAt.map((at, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two calls may have the same time
                  <li key={`${at} ${index}`}>
                    <RelativeTime at={at} format={exact} />
                  </li>
                ))}
              </ol>
            )}
          </Stack>
        </Card>
        {url === null ? (
          <FormNote>Maintainers can see the URL that the job calls.</FormNote>
        ) : (
          <Card
            title="Call it from a job"
            description="Anyone who knows the URL can check in. Keep it secret, or reset it."
          >
            <Stack gap={2}>
              <Command label="Command" text={callCommand(url)} />
              <Crontab text={crontabLine(checkIn, url)} />
            </Stack>
          </Card>
        )}
      </Stack>
    </Page>
  )
}

const Crontab = ({ text }: { readonly text: string | null }) =>
  text !== null && <Command label="Line of a crontab" text={text} />

function Command({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <div className={styles.command}>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
