import { feedTitles } from '#contract/feeds/page-titles.ts'
import { notificationsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { UserSettingsFrame } from '#web/foundation/user-settings/UserSettingsFrame.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { EventChoices } from './EventChoices.tsx'
import styles from './NotificationsPage.module.css'
import { fetchFailed, levels, type NotificationsData } from './notification-levels.ts'
import { PlaceRow } from './PlaceRow.tsx'
import { saveEverywhere, saveOwnActivity } from './save-choice.ts'

/** The email notifications of the signed-in user. */
export function NotificationsPage() {
  const box = useSearchBox()
  const input = box.asked === undefined ? {} : { search: box.asked }
  const { data, isError, refetch } = useReading(notificationsPage, input, { keepPrevious: true })
  return (
    <UserSettingsFrame
      active="notifications"
      title={feedTitles.notifications}
      detail="Choose which email notifications you get. Changes are saved automatically."
    >
      {data !== undefined ? (
        <Shown data={data} box={box} />
      ) : isError ? (
        <RetryBanner onRetry={refetch}>{fetchFailed}</RetryBanner>
      ) : (
        <Skeleton shape="row" rows={8} label="Loading notifications" />
      )}
    </UserSettingsFrame>
  )
}

interface ShownNotificationsProps {
  readonly data: NotificationsData
  readonly box: ReturnType<typeof useSearchBox>
}

function Shown({ data, box }: ShownNotificationsProps) {
  return (
    <>
      <Card title="Notification email">
        <Stack>
          {!data.isConfirmed && (
            <Banner tone="warning" title="Email address not confirmed">
              Confirm it to receive notifications.
            </Banner>
          )}
          <p className={styles.line}>
            <strong className={styles.address}>{data.email}</strong>{' '}
            <TextLink href="/-/user_settings/account">Change email address</TextLink>
          </p>
          {data.canReply && <p className={styles.soft}>Reply to a notification email to add a comment.</p>}
          <Switch
            label="Notify me about my own activity"
            hint="When off, you are notified only about what other people do."
            checked={data.ownActivity}
            onChange={event => saveOwnActivity(event.currentTarget.checked)}
          />
        </Stack>
      </Card>
      <Card
        title="Global notification level"
        description="Used unless a group or project has its own level. Mentions and assignments are sent immediately; other updates are batched for five minutes."
      >
        <Stack>
          <ChoiceGroup legend="Level">
            {levels.map(({ value, label, hint }) => (
              <Radio
                key={value}
                name="level"
                label={label}
                hint={hint}
                checked={data.level === value}
                onChange={() => saveEverywhere({ level: value })}
              />
            ))}
          </ChoiceGroup>
          {data.level === 'custom' && (
            <div className={styles.events}>
              <EventChoices chosen={data.events ?? {}} onChange={saveEverywhere} />
            </div>
          )}
        </Stack>
      </Card>
      <Card
        title="Groups and projects"
        description="A project level overrides the level of its group, which overrides the global level."
        flush
      >
        <div className={styles.tools}>
          <SearchInput label="Search groups and projects" value={box.text} onValue={box.setText} />
        </div>
        {data.places.length === 0 ? (
          <p className={styles.nothing}>
            {box.asked === undefined
              ? 'You are not a member of any groups or projects yet.'
              : 'No matching groups or projects.'}
          </p>
        ) : (
          <List framed={false} aria-label="Groups and projects">
            {data.places.map(place => (
              <PlaceRow key={place.id} place={place} />
            ))}
          </List>
        )}
        {data.hasMore && <p className={styles.nothing}>More results exist. Search by name to find them.</p>}
      </Card>
    </>
  )
}
