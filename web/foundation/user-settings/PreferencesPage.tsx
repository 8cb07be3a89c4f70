import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { getPreferences, getViewer, updatePreferences } from '#web/api/operations.gen.ts'
import { queryClient, useOperation, useReading } from '#web/api/query.ts'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import hidden from '#web/ui/text/VisuallyHidden.module.css'
import { applyTheme } from '#web/ui/theme.ts'
import { FeedTokenCard } from './FeedTokenCard.tsx'
import styles from './PreferencesPage.module.css'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type Preferences = ReplyOf<typeof import('#contract/foundation/users.ts').getPreferences>
type PreferenceChanges = InputOf<typeof import('#contract/foundation/users.ts').updatePreferences>

const themes = [
  ['auto', 'Match system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['light_high_contrast', 'Light, high contrast'],
  ['dark_high_contrast', 'Dark, high contrast'],
] as const

const days = [
  [0, 'Sunday'],
  [1, 'Monday'],
  [6, 'Saturday'],
] as const

const shownOfDiscussions = [
  [0, 'All activity'],
  [1, 'Comments only'],
  [2, 'History only'],
] as const

const shownAgoMs = 3 * 60 * 60 * 1000

export function PreferencesPage() {
  const shownAt = new Date(useNow() - shownAgoMs).toISOString()
  const { data: preferences } = useReading(getPreferences, {})
  const save = useOperation(updatePreferences, {
    onSuccess: saved => {
      queryClient.setQueryData([getPreferences.name, {}], saved)
      void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
      showToast('Preferences saved')
    },
    onError: error => {
      void queryClient.invalidateQueries({ queryKey: [getPreferences.name] })
      void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
      applyTheme(preferences?.theme ?? 'auto')
      showToast(error.message, { tone: 'danger' })
    },
  })
  if (preferences === undefined) return null

  /** A change takes effect immediately, and is reverted if it cannot be saved. */
  function change(changes: PreferenceChanges) {
    queryClient.setQueryData([getPreferences.name, {}], (before: Preferences | undefined) =>
      before === undefined ? before : { ...before, ...changes },
    )
    if (changes.theme !== undefined) applyTheme(changes.theme)
    save.mutate(changes)
  }

  return (
    <UserSettingsFrame
      active="preferences"
      title={foundationTitles.preferences}
      detail="Change how Weft looks. Changes are saved automatically."
    >
      <Card title="Theme" description="Match your system, or always use the same theme.">
        <ThemeChoice value={preferences.theme} onValue={theme => change({ theme })} />
      </Card>
      <Card title="Time">
        <Stack>
          <ChoiceGroup legend="Show times as">
            <Radio
              name="time-display"
              label="Relative"
              hint={<RelativeTime at={shownAt} format={{ style: 'relative' }} />}
              checked={preferences.timeDisplay === 'relative'}
              onChange={() => change({ timeDisplay: 'relative' })}
            />
            <Radio
              name="time-display"
              label="Date and time"
              hint={
                <RelativeTime at={shownAt} format={{ style: 'absolute', clock: clockOf(preferences.timeFormat) }} />
              }
              checked={preferences.timeDisplay === 'absolute'}
              onChange={() => change({ timeDisplay: 'absolute' })}
            />
          </ChoiceGroup>
          <FormField label="Clock">
            <Select
              options={[
                { value: 'system', label: 'Browser default' },
                { value: '12h', label: '12 hours: 2:34 PM' },
                { value: '24h', label: '24 hours: 14:34' },
              ]}
              value={preferences.timeFormat}
              onValue={timeFormat => change({ timeFormat })}
            />
          </FormField>
          <FormField label="First day of the week">
            <Select
              options={days.map(([value, label]) => ({ value: String(value), label }))}
              value={String(preferences.firstDayOfWeek)}
              onValue={day => change({ firstDayOfWeek: Number(day) })}
            />
          </FormField>
          <FormNote>Calendars start with this day.</FormNote>
        </Stack>
      </Card>
      <Card title="Discussions">
        <Stack>
          <FormField label="Default activity filter">
            <Select
              options={shownOfDiscussions.map(([value, label]) => ({ value: String(value), label }))}
              value={String(preferences.issueNotesFilter)}
              onValue={filter => change({ issueNotesFilter: Number(filter) })}
            />
          </FormField>
          <FormNote>You can override this on each discussion. The last filter you choose becomes the default.</FormNote>
        </Stack>
      </Card>
      <FeedTokenCard />
    </UserSettingsFrame>
  )
}

const clockOf = (format: Preferences['timeFormat']): '12' | '24' | 'system' =>
  format === '12h' ? '12' : format === '24h' ? '24' : 'system'

interface ThemeChoiceProps {
  readonly value: Preferences['theme']
  readonly onValue: (theme: Preferences['theme']) => void
}

function ThemeChoice({ value, onValue }: ThemeChoiceProps) {
  return (
    <fieldset className={styles.themes}>
      <legend className={hidden.hidden}>Theme</legend>
      {themes.map(([theme, label]) => (
        <label key={theme} className={styles.theme}>
          <span className={styles.sample} data-sample={theme} aria-hidden="true">
            <span className={styles.bar} />
            <span className={styles.card}>
              <span className={styles.line} />
              <span className={styles.line} />
              <span className={styles.button} />
            </span>
          </span>
          <span className={styles.choice}>
            <input type="radio" name="theme" checked={value === theme} onChange={() => onValue(theme)} />
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
