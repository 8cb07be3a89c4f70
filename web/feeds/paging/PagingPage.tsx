import { useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import {
  highSeverities,
  pagingChannels,
  pagingLimits,
  phoneChannels,
  usualNoticeHours,
} from '#contract/feeds/paging-rules.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { pagingPage, sendTestPage, updatePagingSettings } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { UserSettingsFrame } from '#web/foundation/user-settings/UserSettingsFrame.tsx'
import { weekdayNames } from '#web/plan/on-call/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { BrowsersCard } from './BrowsersCard.tsx'
import { messages } from './messages.ts'
import styles from './PagingPage.module.css'
import { PhoneCard } from './phone/PhoneCard.tsx'
import { StepsField, stepWords } from './StepsField.tsx'
import { WebhookCard } from './WebhookCard.tsx'

type PagingData = ReplyOf<typeof import('#contract/feeds/paging.ts').pagingPage>
type PagingValues = Pick<PagingData, 'highUrgency' | 'lowUrgency' | 'quietHours' | 'noticeHours' | 'timeZone'>

/** How the signed-in user is paged about incidents and alerts. */
export function PagingPage() {
  const { data, isError, refetch } = useReading(pagingPage, {})
  return (
    <UserSettingsFrame active="paging" title={feedTitles.paging} detail={messages.detail}>
      {data !== undefined ? (
        <Shown data={data} />
      ) : isError ? (
        <RetryBanner onRetry={refetch}>{messages.fetchFailed}</RetryBanner>
      ) : (
        <Skeleton shape="row" rows={8} label="Loading paging settings" />
      )}
    </UserSettingsFrame>
  )
}

function Shown({ data }: { readonly data: PagingData }) {
  return (
    <>
      {!data.isConfirmed && (
        <Banner tone="warning" title="Email address not confirmed">
          You are not paged until you confirm {data.email}.
        </Banner>
      )}
      <Card
        title="Test"
        description="Send a page to yourself immediately, by every channel of high urgency."
        aside={<TestButton />}
      />
      <SettingsForm data={data} />
      <BrowsersCard browsers={data.browsers} pushKey={data.pushKey} />
      <WebhookCard url={data.webhookUrl} />
      {data.phone !== null && <PhoneCard phone={data.phone} />}
    </>
  )
}

function TestButton() {
  const test = useOperation(sendTestPage, {
    onSuccess: () => showToast('Test page sent'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  return (
    <Button busy={test.isPending} onClick={() => test.mutate({})}>
      Send me a test page
    </Button>
  )
}

const listed = new Intl.ListFormat('en')
const high = listed.format(highSeverities.map(each => severityLabels[each].toLowerCase()))

const quietWords = (quiet: PagingValues['quietHours']): string =>
  quiet === null
    ? 'Off'
    : `${listed.format(quiet.days.map(day => weekdayNames[day - 1] ?? ''))}, ${quiet.from}–${quiet.to}`

const labels: FieldLabels<PagingValues> = {
  highUrgency: { label: 'High urgency', shown: stepWords },
  lowUrgency: { label: 'Low urgency', shown: stepWords },
  quietHours: { label: 'Quiet hours', shown: quietWords },
  noticeHours: { label: 'Email before a shift', shown: hours => (hours === null ? 'Off' : counted(hours, 'hour')) },
  timeZone: 'Time zone',
}

const allDays = weekdayNames.map((_, index) => index + 1)
const usualQuiet = { days: allDays, from: '22:00', to: '07:00' }

function SettingsForm({ data }: { readonly data: PagingData }) {
  const { highUrgency, lowUrgency, quietHours, noticeHours, timeZone } = data
  const draft = useDraft<PagingValues>({ highUrgency, lowUrgency, quietHours, noticeHours, timeZone })
  const { values, set } = draft
  const save = useOperation(updatePagingSettings, {
    refreshes: [pagingPage],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Paging settings saved')
    },
  })
  const { error } = save
  const missing = phoneChannels.filter(channel => !data.phone?.offers.includes(channel))
  const channels = pagingChannels.filter(channel => !missing.some(each => each === channel))
  return (
    <Form
      label={feedTitles.paging}
      problem={saveProblem(error, draft.overlaps, [
        'highUrgency',
        'lowUrgency',
        'quietHours',
        'noticeHours',
        'timeZone',
      ])}
      onSubmit={() => !save.isPending && draft.isChanged && save.mutate({ ...draft.changes, expected: draft.expected })}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <Card
        title="High urgency"
        description={`Incidents and alerts of ${high} severity, and pages that someone sends by hand. These pages never wait.`}
      >
        <StepsField
          urgency="High urgency"
          steps={values.highUrgency}
          channels={channels}
          problem={fieldProblem(error, 'highUrgency', 'Steps')}
          onSteps={steps => set({ highUrgency: steps })}
        />
      </Card>
      <Card title="Low urgency" description="Incidents and alerts of all other severities.">
        <StepsField
          urgency="Low urgency"
          steps={values.lowUrgency}
          channels={channels}
          problem={fieldProblem(error, 'lowUrgency', 'Steps')}
          onSteps={steps => set({ lowUrgency: steps })}
        />
      </Card>
      <Card title="Quiet hours" description={messages.quiet}>
        <Switch
          label="Hold pages of low urgency in quiet hours"
          checked={values.quietHours !== null}
          onChange={event => set({ quietHours: event.currentTarget.checked ? (quietHours ?? usualQuiet) : null })}
        />
        {values.quietHours !== null && (
          <QuietFields
            quiet={values.quietHours}
            problem={fieldProblem(error, 'quietHours', 'Quiet hours')}
            onQuiet={quiet => set({ quietHours: quiet })}
          />
        )}
      </Card>
      <Card title="Before a shift" description={messages.notice}>
        <Switch
          label="Email me before my next shift begins"
          checked={values.noticeHours !== null}
          onChange={event =>
            set({ noticeHours: event.currentTarget.checked ? (noticeHours ?? usualNoticeHours) : null })
          }
        />
        {values.noticeHours !== null && (
          <FormField label="Hours before the shift" error={fieldProblem(error, 'noticeHours', 'Hours')}>
            <NumberInput
              value={values.noticeHours}
              min={1}
              max={pagingLimits.noticeHours}
              required
              onValue={hours => set({ noticeHours: hours ?? usualNoticeHours })}
            />
          </FormField>
        )}
      </Card>
      <Card title="Time zone" description={messages.zone}>
        <ZoneField zone={values.timeZone} onZone={zone => set({ timeZone: zone })} />
      </Card>
      <FormActions
        submit="Save settings"
        disabled={!draft.isChanged || values.quietHours?.days.length === 0}
        busy={save.isPending}
      />
      <p className={styles.soft}>
        A page stops once someone acknowledges or resolves the incident: later steps are not sent.{' '}
        <TextLink href="/help/incidents">Learn more about escalation</TextLink>
      </p>
    </Form>
  )
}

type QuietHours = NonNullable<PagingValues['quietHours']>

interface QuietFieldsProps {
  readonly quiet: QuietHours
  readonly problem: string | null
  readonly onQuiet: (quiet: QuietHours) => void
}

function QuietFields({ quiet, problem, onQuiet }: QuietFieldsProps) {
  return (
    <div className={styles.quiet}>
      <ChoiceGroup legend="Begin on">
        <div className={styles.days}>
          {weekdayNames.map((label, index) => (
            <Checkbox
              key={label}
              label={label}
              checked={quiet.days.includes(index + 1)}
              onValue={isOn =>
                onQuiet({
                  ...quiet,
                  days: allDays.filter(day => (day === index + 1 ? isOn : quiet.days.includes(day))),
                })
              }
            />
          ))}
        </div>
      </ChoiceGroup>
      <Pair>
        <FormField label="From" error={problem}>
          <TextInput type="time" required value={quiet.from} onValue={from => onQuiet({ ...quiet, from })} />
        </FormField>
        <FormField label="To" hint="Before “From”: on the next day.">
          <TextInput type="time" required value={quiet.to} onValue={to => onQuiet({ ...quiet, to })} />
        </FormField>
      </Pair>
    </div>
  )
}

interface ZoneFieldProps {
  readonly zone: string
  readonly onZone: (zone: string) => void
}

function ZoneField({ zone, onZone }: ZoneFieldProps) {
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone')].map(each => ({ id: each, text: each })))
  return (
    <FormField label="Time zone" required>
      <Combobox
        label="Time zone"
        options={zones}
        selected={[{ id: zone, text: zone }]}
        onChange={([next]) => next !== undefined && onZone(next.id)}
        placeholder="Search time zones"
      />
    </FormField>
  )
}
