import { incidentsPath } from '#contract/issuable-kinds.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { slaLimits, slaSeverities } from '#contract/monitor/incidents/sla-limits.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { incidentSettingsPath } from '#contract/plan/incidents/incident-settings-path.ts'
import { getIncidentSettingsPage, updateIncidentSettings } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './IncidentSettings.module.css'

type PageData = ReplyOf<typeof import('#contract/monitor/incidents/incident-settings.ts').getIncidentSettingsPage>
type SlaSettings = PageData['settings']

/** The time within which the incidents of a project are to be resolved. @source INCIDENT-005 */
export function IncidentSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getIncidentSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.incidentSettings} /> : <Shown page={data} />
}

const nameOf = (severity: (typeof slaSeverities)[number]): string =>
  choiceOf('severity', severity.toUpperCase())?.label ?? severity

const labels: FieldLabels<SlaSettings> = {
  hasSla: 'Time limits',
  criticalMinutes: nameOf('critical'),
  highMinutes: nameOf('high'),
  mediumMinutes: nameOf('medium'),
  lowMinutes: nameOf('low'),
  unknownMinutes: nameOf('unknown'),
}

function Shown({ page: { namespace, settings } }: { readonly page: PageData }) {
  const draft = useDraft(settings)
  const { values, set } = draft
  const save = useOperation(updateIncidentSettings, {
    refreshes: [getIncidentSettingsPage],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Incident settings saved')
    },
  })
  usePlace({
    title: monitorTitles.incidentSettings,
    namespace: shownNamespace(namespace),
    active: 'incidents',
    crumbs: [
      { label: 'Incidents', href: incidentsPath(namespace.fullPath) },
      { label: monitorTitles.incidentSettings, href: incidentSettingsPath(namespace.fullPath) },
    ],
  })
  const fields = slaSeverities.map(severity => `${severity}Minutes` as const)
  return (
    <Page>
      <PageHeader title={monitorTitles.incidentSettings} />
      <Card
        title="Time to SLA"
        description="Incidents show the time that is left to resolve them. Those that are still open after it get the label missed::SLA. Limits apply to new incidents, and to incidents whose severity changes."
      >
        <Form
          label="Time to SLA"
          problem={saveProblem(save.error, draft.overlaps, fields)}
          onSubmit={() =>
            draft.isChanged &&
            save.mutate({ namespace: namespace.fullPath, ...draft.changes, expected: draft.expected })
          }
        >
          <DraftOverlaps draft={draft} labels={labels} save={save} />
          <Checkbox
            label="Set a time limit for incidents"
            checked={values.hasSla}
            onValue={hasSla => set({ hasSla })}
          />
          {values.hasSla && (
            <div className={styles.limits}>
              {slaSeverities.map((severity, place) => (
                <FormField
                  key={severity}
                  label={`${nameOf(severity)} (minutes)`}
                  refusal={fieldProblem(save.error, fields[place] ?? '', 'The limit')}
                >
                  <NumberInput
                    value={values[`${severity}Minutes`]}
                    min={slaLimits.stepMinutes}
                    max={slaLimits.mostMinutes}
                    step={slaLimits.stepMinutes}
                    placeholder="No limit"
                    onValue={minutes => set({ [`${severity}Minutes`]: minutes })}
                  />
                </FormField>
              ))}
            </div>
          )}
          <FormActions submit="Save changes" busy={save.isPending} disabled={!draft.isChanged} />
        </Form>
      </Card>
    </Page>
  )
}
