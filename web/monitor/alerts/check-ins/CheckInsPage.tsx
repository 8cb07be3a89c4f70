import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { checkInsTopic } from '#contract/live-topics.ts'
import { checkInPath, checkInsPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { getCheckInsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { planTopics } from '#web/plan/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { CheckInData, CheckInsPageData } from '../shapes.ts'
import { CheckInDialog } from './CheckInDialog.tsx'
import { CheckInMark } from './CheckInMark.tsx'
import { CheckInMenu } from './CheckInMenu.tsx'
import styles from './CheckIns.module.css'
import { scheduleWords } from './words.ts'

/** The jobs of a project that tell that they ran. */
export function CheckInsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getCheckInsPage,
    { namespace },
    { topics: page => [...planTopics(page.namespace), checkInsTopic(page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.checkIns} /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: CheckInsPageData }) {
  const { namespace, checkIns, permissions, services } = page
  const [isCreating, setCreating] = useState(false)
  const goTo = useGoTo()
  usePlace({
    title: monitorTitles.checkIns,
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [
      { label: monitorTitles.alerts, href: pagesPath('alert', namespace.fullPath) },
      { label: monitorTitles.checkIns, href: checkInsPath(namespace.fullPath) },
    ],
  })
  const create = permissions.canEdit && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      New check-in
    </Button>
  )
  return (
    <Page>
      <PageHeader title={monitorTitles.checkIns} actions={checkIns.length > 0 && create} />
      {checkIns.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No check-ins yet" action={create}>
          A check-in has a URL that a job calls each time it has run, such as a nightly backup. An alert is created if a
          call does not come in time.
        </EmptyState>
      ) : (
        <List aria-label={monitorTitles.checkIns}>
          {checkIns.map(checkIn => (
            <ListRow
              key={checkIn.id}
              title={
                <TextLink tone="plain" href={checkInPath(namespace.fullPath, checkIn.id)}>
                  <bdi>{checkIn.name}</bdi>
                </TextLink>
              }
              detail={<Facts checkIn={checkIn} />}
              trailing={
                permissions.canEdit && <CheckInMenu projectId={namespace.id} services={services} checkIn={checkIn} />
              }
            />
          ))}
        </List>
      )}
      {isCreating && (
        <CheckInDialog
          projectId={namespace.id}
          services={services}
          checkIn={null}
          onCreated={id => goTo(checkInPath(namespace.fullPath, id))}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function Facts({ checkIn }: { readonly checkIn: CheckInData }) {
  const { state, lastAt, service, alert } = checkIn
  return (
    <span className={styles.facts}>
      <CheckInMark state={state} />
      <span>{scheduleWords(checkIn)}</span>
      {lastAt !== null && (
        <span>
          Last call <RelativeTime at={lastAt} />
        </span>
      )}
      {service !== '' && <bdi>{service}</bdi>}
      {alert !== null && <TextLink href={alert.webPath}>{alert.reference}</TextLink>}
    </span>
  )
}
