/** Settings under which webhooks may call this machine. */
export const webhookSettings = { WEBHOOKS_TO: '127.0.0.1' }
