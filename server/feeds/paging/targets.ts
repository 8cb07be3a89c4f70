import { sql } from 'kysely'
import type { PagingChannel } from '#contract/feeds/paging-rules.ts'

/** Where the channels of a person lead. */
export interface Targets {
  readonly browsers: readonly { readonly id: number; readonly name: string }[]
  readonly hasWebhook: boolean
  /** Their phone is confirmed, and the site sends text messages or makes calls. */
  readonly hasSms: boolean
  readonly hasVoice: boolean
}

/** The place that one message of a step goes to. */
export interface Target {
  /** 0 where it is no browser. */
  readonly subscription_id: number
  readonly device: string
}

/** SQL for the targets of `users u` with `paging_settings s`. */
export const targetsSql = sql<Targets>`json_build_object(
  'browsers', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id) from push_subscriptions p where p.user_id = u.id), '[]'),
  'hasWebhook', s.webhook_url is not null,
  'hasSms', exists (select 1 from paging_phones ph, phone_provider pp where ph.user_id = u.id and ph.number is not null and pp.sms_url <> ''),
  'hasVoice', exists (select 1 from paging_phones ph, phone_provider pp where ph.user_id = u.id and ph.number is not null and pp.voice_url <> ''))`

/** The only place of a channel. */
export const nowhereElse: Target = { subscription_id: 0, device: '' }

/** The places that a step leads to: none where the person has not set up its channel. */
export function targetsOf(
  { browsers, hasWebhook, hasSms, hasVoice }: Targets,
  channel: PagingChannel,
): readonly Target[] {
  switch (channel) {
    case 'mail':
      return [nowhereElse]
    case 'push':
      return browsers.map(({ id, name }) => ({ subscription_id: id, device: name }))
    case 'webhook':
      return hasWebhook ? [nowhereElse] : []
    case 'sms':
      return hasSms ? [nowhereElse] : []
    case 'voice':
      return hasVoice ? [nowhereElse] : []
    default:
      return channel satisfies never
  }
}
