import type {
  PublishedIncident,
  ShownComponent,
  ShownStatusPage,
  UptimeDay,
} from '#contract/plan/incidents/status-page.ts'
import {
  type ComponentState,
  componentStateLabels,
  type OverallState,
  updateStatusLabels,
  uptimeDays,
} from '#contract/plan/incidents/status-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'

export interface DrawnPage {
  readonly shown: ShownStatusPage
  /** 1 for the first page of the incidents. */
  readonly page: number
  /** ISO 8601. */
  readonly madeAt: string
  /** Whether the site sends mail: without it, nobody could confirm an address. */
  readonly sendsMail: boolean
}

/** The place for a sentence on the age of a copy, which is filled in when the page cannot be made anew. */
export const noticeMark = '<!--notice-->'
/** The place for the address that the links of a copy begin at. */
export const baseMark = '<!--base-->'

/** The status page as one document that needs nothing else: it holds its style sheet and its script. */
export function pageHtml({ shown, page, madeAt, sendsMail }: DrawnPage): string {
  const title = planTitles.statusPage(shown.projectName)
  const [tone, words] = overall(shown)
  const open = shown.incidents.filter(({ isResolved }) => !isResolved)
  const past = shown.incidents.filter(({ isResolved }) => isResolved)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${baseMark}
<title>${escapeHtml(`${words} · ${title}`)}</title>
<meta name="description" content="${escapeHtml(`${title}: ${words}.`)}">
<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="status.atom">
<link rel="icon" href="${iconOf(tone)}">
<noscript><meta http-equiv="refresh" content="60"></noscript>
<style>${pageStyle}</style></head>
<body><div class="page">
<header><h1><bdi>${escapeHtml(title)}</bdi></h1><nav aria-label="Follow">${sendsMail ? '<a class="button" href="#subscribe">Get updates</a>' : ''}<a href="status.atom">Atom feed</a></nav></header>
<main>
${noticeMark}
<p id="overall" class="overall ${tone}" role="status">${escapeHtml(words)}</p>
<div id="live" data-made="${madeAt}">
${open.length === 0 ? '' : section('Current problems', open.map(incidentHtml).join(''))}
${maintenanceHtml(shown)}
${page > 1 ? '' : componentsHtml(shown, madeAt)}
${pastHtml(past, shown, page)}
</div>
${page > 1 ? '' : sendsMail ? subscribeHtml(shown) : ''}
</main>
<footer><span id="made">Last updated <time datetime="${madeAt}">${moment(madeAt)}</time></span><span data-zone>Times are in UTC.</span></footer>
</div><script>${pageScript}</script></body></html>`
}

/** A form that needs no script. */
function subscribeHtml({ components }: ShownStatusPage): string {
  const choices =
    components.length < 2
      ? ''
      : `<details id="choose"><summary>Choose what to hear about</summary><fieldset><legend class="soft">Without a choice, you hear about everything.</legend>${components
          .map(
            ({ id, name }) =>
              `<label class="choice"><input type="checkbox" name="component_ids[]" value="${id}"><bdi>${escapeHtml(name)}</bdi></label>`,
          )
          .join('')}</fieldset></details>`
  return `<section id="subscribe" class="subscribe"><h2>Get updates by email</h2><form class="card" method="post" action="status/subscribe">
<p>We email you about problems and their solution, and about maintenance. You can unsubscribe at any time.</p>
<label>Email address<input type="email" name="email" required maxlength="254" autocomplete="email"></label>
<label class="trap" aria-hidden="true">Website<input name="website" tabindex="-1" autocomplete="off"></label>
${choices}<div><button>Get updates</button></div></form></section>`
}

/** A dot in the color of the state. */
const iconOf = (tone: Tone): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${iconColors[tone]}"/></svg>`)}`
const iconColors: Readonly<Record<Tone, string>> = {
  good: '#2da44e',
  calm: '#0969da',
  fair: '#e0b025',
  poor: '#ec7a22',
  bad: '#d1242f',
}

const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`

type Tone = 'good' | 'calm' | 'fair' | 'poor' | 'bad'

const overallWords: Readonly<Record<OverallState, readonly [Tone, string]>> = {
  operational: ['good', 'Everything is working'],
  maintenance: ['calm', 'Maintenance in progress'],
  incident: ['fair', 'We are working on a problem'],
  degraded: ['fair', 'Some parts are having problems'],
  partial_outage: ['poor', 'Some parts are down'],
  major_outage: ['bad', 'Everything is down'],
}

/** The state of everything in a line. */
export function overall({ status, openCount, components }: ShownStatusPage): readonly [Tone, string] {
  const [tone, words] = overallWords[status]
  if (status === 'incident' && openCount > 1) return [tone, `We are working on ${openCount} problems`]
  // "Everything" and "some parts" would be odd words for a single thing.
  const [only] = components
  if (only !== undefined && components.length === 1 && only.status !== 'operational' && status !== 'incident')
    return [tones[only.status], `${only.name}: ${componentStateLabels[only.status].toLowerCase()}`]
  return [tone, words]
}

const tones: Readonly<Record<ComponentState, Tone>> = {
  operational: 'good',
  maintenance: 'calm',
  degraded: 'fair',
  partial_outage: 'poor',
  major_outage: 'bad',
}

function incidentHtml({ title, isResolved, startedAt, resolvedAt, components, updates }: PublishedIncident): string {
  const affected = components
    .map(({ name, impact }) =>
      isResolved || impact === 'operational' ? name : `${name} (${componentStateLabels[impact].toLowerCase()})`,
    )
    .join(', ')
  const times = `<p class="soft">Since ${timeHtml(startedAt)}${resolvedAt === null ? '' : `, solved ${timeHtml(resolvedAt)}`}</p>`
  return `<article class="card${isResolved ? '' : ' open'}"><h3><bdi>${escapeHtml(title)}</bdi></h3>
${times}${affected === '' ? '' : `<p class="affects">Affects: <bdi>${escapeHtml(affected)}</bdi></p>`}
<ol class="updates">${updates.map(updateHtml).join('')}</ol></article>`
}

const updateHtml = ({ status, message, html, createdAt }: PublishedIncident['updates'][number]): string =>
  `<li>${status === null ? '' : `<strong>${updateStatusLabels[status]}</strong>`}<div class="text" dir="auto">${html ?? messageHtml(message)}</div>${timeHtml(createdAt)}</li>`

/** A plain text with its paragraphs, lines and web addresses. */
export const messageHtml = (message: string): string =>
  message
    .trim()
    .split(/\n\s*\n/)
    .map(
      paragraph =>
        `<p>${escapeHtml(paragraph)
          .replace(
            /\bhttps?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]&]/g,
            url => `<a href="${url}" rel="nofollow noopener">${url}</a>`,
          )
          .replaceAll('\n', '<br>')}</p>`,
    )
    .join('')

function maintenanceHtml({ maintenance }: ShownStatusPage): string {
  if (maintenance.length === 0) return ''
  const items = maintenance.map(
    ({ title, startsAt, endsAt, isInProgress, components }) =>
      `<article class="card"><h3><bdi>${escapeHtml(title)}</bdi></h3>
<p class="soft">${isInProgress ? 'In progress: ' : ''}${timeHtml(startsAt)} to ${timeHtml(endsAt)}</p>
${components.length === 0 ? '' : `<p class="affects">Affects: <bdi>${escapeHtml(components.join(', '))}</bdi></p>`}</article>`,
  )
  return section(
    maintenance.some(({ isInProgress }) => isInProgress) ? 'Maintenance' : 'Planned maintenance',
    items.join(''),
  )
}

function componentsHtml({ components }: ShownStatusPage, madeAt: string): string {
  const groups = [...Map.groupBy(components, ({ heading }) => heading)]
  return groups
    .map(([heading, ofGroup]) =>
      section(
        heading === ''
          ? groups.length === 1
            ? 'Status now and in the last months'
            : 'Other'
          : `<bdi>${escapeHtml(heading)}</bdi>`,
        `<ul class="components">${ofGroup.map(each => componentHtml(each, madeAt)).join('')}</ul>`,
      ),
    )
    .join('')
}

function componentHtml({ id, name, description, status, uptime }: ShownComponent, madeAt: string): string {
  const shown = escapeHtml(name)
  return `<li><div class="name"><h3><bdi>${shown}</bdi></h3><span class="state ${tones[status]}">${componentStateLabels[status]}</span></div>
${description === '' ? '' : `<p class="soft"><bdi>${escapeHtml(description)}</bdi></p>`}
${barsHtml(name, uptime, madeAt)}
<div class="scale"><span aria-hidden="true"><span class="w90">90</span><span class="w60">60</span><span class="w30">30</span> days ago</span><span><span class="w90">${uptime.percent90}</span><span class="w60">${uptime.percent60}</span><span class="w30">${uptime.percent30}</span>% uptime</span><span aria-hidden="true">Today</span></div>
${daysHtml(id, uptime)}</li>`
}

const dayMs = 86_400_000

/** A bar for each of the last 90 days. The list below it has the same in words. */
function barsHtml(name: string, { since, days }: ShownComponent['uptime'], madeAt: string): string {
  const today = Math.floor(Date.parse(madeAt) / dayMs)
  const byDay = new Map(days.map(each => [each.day, each]))
  const first = today - uptimeDays.wide + 1
  const bars = Array.from({ length: uptimeDays.wide }, (_, nth) => {
    const day = new Date((first + nth) * dayMs).toISOString().slice(0, 10)
    const trouble = byDay.get(day)
    if (trouble !== undefined) return `<i class="${barOf(trouble)}" title="${escapeHtml(troubleOf(trouble))}"></i>`
    return day < since ? '<i class="n"></i>' : '<i></i>'
  })
  const from = new Date(first * dayMs).toISOString().slice(0, 10)
  return `<div class="bars" aria-hidden="true" data-from="${from}" data-label="${escapeHtml(`${name} by day`)}">${bars.join('')}</div>`
}

const barOf = ({ downSeconds, partlyDownSeconds }: UptimeDay): string =>
  downSeconds > 0 ? 'd' : partlyDownSeconds > 0 ? 'p' : 'g'

/** "Down for 42 minutes. Looms stand still" */
function troubleOf({ downSeconds, partlyDownSeconds, degradedSeconds, incidents }: UptimeDay): string {
  const times = [
    ...(downSeconds > 0 ? [`down for ${duration(downSeconds)}`] : []),
    ...(partlyDownSeconds > 0 ? [`partly down for ${duration(partlyDownSeconds)}`] : []),
    ...(degradedSeconds > 0 ? [`having problems for ${duration(degradedSeconds)}`] : []),
  ].join(', ')
  return `${times.charAt(0).toUpperCase()}${times.slice(1)}: ${incidents.join('; ')}`
}

function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [hours > 0 ? counted(hours, 'hour') : '', rest > 0 ? counted(rest, 'minute') : '']
  return parts.filter(Boolean).join(' ')
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function daysHtml(id: number, { since, days }: ShownComponent['uptime']): string {
  if (days.length === 0) return `<p class="soft">No problems since ${dayWords(since)}</p>`
  const items = days
    .toReversed()
    .map(each => `<li><b>${dayWords(each.day)}</b>: ${escapeHtml(troubleOf(each))}</li>`)
    .join('')
  return `<details id="days-${id}"><summary>${counted(days.length, 'day')} with problems since ${dayWords(since)}</summary><ul>${items}</ul></details>`
}

function pastHtml(past: readonly PublishedIncident[], { hasNext, incidents }: ShownStatusPage, page: number): string {
  const byDay = Map.groupBy(past, ({ startedAt }) => startedAt.slice(0, 10))
  const days = [...byDay].map(
    ([day, ofDay]) => `<h3 class="day">${dayWords(day)}</h3>${ofDay.map(incidentHtml).join('')}`,
  )
  const links = [
    ...(page > 1 ? [`<a rel="prev" href="status${page > 2 ? `?page=${page - 1}` : ''}">Newer problems</a>`] : []),
    ...(hasNext ? [`<a rel="next" href="status?page=${page + 1}">Older problems</a>`] : []),
  ]
  const pages =
    links.length === 0 ? '' : `<nav aria-label="Pages of past problems" style="margin-top:1rem">${links.join('')}</nav>`
  const none = incidents.length === 0 ? '<p class="soft">No problems have been reported.</p>' : ''
  if (past.length === 0 && pages === '' && none === '') return ''
  return section('Past problems', `${none}${days.join('')}${pages}`)
}

/** "30 Nov 2026" */
const dayWords = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "30 Nov 2026, 09:05 UTC" */
export const moment = (at: string): string => `${momentFormat.format(new Date(at))} UTC`

const timeHtml = (at: string): string => `<time datetime="${escapeHtml(at)}">${moment(at)}</time>`
