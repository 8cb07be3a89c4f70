import { expect, test } from 'vitest'
import { automaticReason } from './automatic.ts'
import { htmlToText } from './html-to-text.ts'
import { ownWords } from './own-words.ts'

test.each<[string, string, string]>([
  ['nothing else', 'Yes, do it.', 'Yes, do it.'],
  [
    'a quote below',
    'Yes.\n\nOn Thu, 19 Nov 2026 at 10:00, Olga <weft@x.test> wrote:\n\n> Shall we?\n> Really?\n',
    'Yes.',
  ],
  [
    'a quote below, its line broken',
    'Yes.\n\nOn Thu, 19 Nov 2026 at 10:00, Olga (Weft)\n<weft@x.test> wrote:\n> Shall we?',
    'Yes.',
  ],
  ['a quote below in German', 'Ja.\n\nAm 19.11.2026 um 10:00 schrieb Olga:\n> Sollen wir?', 'Ja.'],
  ['a quote below in French', 'Oui.\r\n\r\nLe 19 nov. 2026 à 10:00, Olga a écrit :\r\n> On y va ?', 'Oui.'],
  [
    'a quote below in a language that is not known',
    'はい。\n\n2026年11月19日(木) 10:00 Olga <weft@x.test>:\n> ?',
    'はい。',
  ],
  ['a line of who wrote without the quote', 'Yes.\n\nOn Thu, 19 Nov 2026, Olga wrote:\n', 'Yes.'],
  ['a signature', 'Yes.\n\n-- \nRita Reporter\nWeft Ltd', 'Yes.'],
  ['a signature and a quote', 'Yes.\n--\nRita\n\nOn Thu, Olga <a@b.c> wrote:\n> Shall we?', 'Yes.'],
  [
    'a telephone',
    'Yes.\n\nSent from my iPhone\n\n> On 19 Nov 2026, at 10:00, Olga <a@b.c> wrote:\n> \n> Shall we?',
    'Yes.',
  ],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Olga <a@b.c>\nSent: Thursday\nTo: Rita\nSubject: Re: x\n\nShall we?',
    'Yes.',
  ],
  ['Outlook in German', 'Ja.\n\nVon: Olga <a@b.c>\nGesendet: Donnerstag\nAn: Rita\nBetreff: x\n\nSollen wir?', 'Ja.'],
  ['an original message', 'Yes.\n\n-----Original Message-----\nFrom: Olga\nShall we?', 'Yes.'],
  ['an answer below the quote', 'On Thu, Olga <a@b.c> wrote:\n> Shall we?\n> Soon?\n\nYes, soon.\n', 'Yes, soon.'],
  [
    'answers between quotes',
    'On Thu, Olga <a@b.c> wrote:\n> Shall we?\n\nYes.\n\n> When?\n\nSoon.\n\n> Bye\n',
    '> Shall we?\n\nYes.\n\n> When?\n\nSoon.',
  ],
  [
    'a sentence that begins like a quote',
    'On Monday we ship.\nFrom: here on it is easy.\n\n/close',
    'On Monday we ship.\nFrom: here on it is easy.\n\n/close',
  ],
  ['nothing of one’s own', 'On Thu, Olga <a@b.c> wrote:\n> Shall we?', ''],
])('of an answer with %s only its own words stay', (_what, text, words) => {
  expect(ownWords(text)).toBe(words)
})

test.each<[string, string]>([
  ['<p>Hello <b>there</b>,</p><p>two &amp; three &lt;b&gt;</p>', 'Hello **there**,\n\ntwo & three \\<b>'],
  ['<div>One<br>Two</div><div><br></div><div>Three</div>', 'One\nTwo\n\nThree'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
  ['<table><tr><th>Build</th></tr></table>', 'Build'],
  [
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>x|y</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | x\\|y |',
  ],
  ['<h2>Steps</h2><p>Press <code>Save</code>, <s>old</s> <i>new</i></p>', '## Steps\n\nPress `Save`, ~~old~~ *new*'],
  ['<p>List&lt;String&gt; and 2 * 3 and a_b_c and *no*</p>', 'List\\<String> and 2 * 3 and a_b_c and \\*no\\*'],
  ['<p>Before <img src="cid:shot@x" alt="s"> after</p>', 'Before [cid:shot@x] after'],
  [
    '<a href="https://x.test/a?b=1&amp;c">here</a> <a href="https://x.test">https://x.test</a>',
    '[here](https://x.test/a?b=1&c) https://x.test',
  ],
  ['<p>See</p><blockquote><p>said</p><p>so</p></blockquote>fine', 'See\n\n> said\n>\n> so\n\nfine'],
  ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
  ['<style>p{}</style><script>alert(1)</script><img src=x onerror=alert(1)>text', 'text'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['&#x1F600; caf&eacute;', '😀 café'],
])('%s becomes text', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

/** The words of Outlook above the mail that is answered. */
const outlook: Readonly<Record<string, readonly [from: string, sent: string, to: string, subject: string]>> = {
  Arabic: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
  Bulgarian: ['От', 'Изпратено', 'До', 'Относно'],
  Catalan: ['De', 'Enviat', 'Per a', 'Assumpte'],
  'Chinese, simplified': ['发件人', '发送时间', '收件人', '主题'],
  'Chinese, traditional': ['寄件者', '寄件日期', '收件者', '主旨'],
  Croatian: ['Šalje', 'Poslano', 'Prima', 'Predmet'],
  Czech: ['Od', 'Odesláno', 'Komu', 'Předmět'],
  Danish: ['Fra', 'Sendt', 'Til', 'Emne'],
  Dutch: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  English: ['From', 'Sent', 'To', 'Subject'],
  Estonian: ['Saatja', 'Saadetud', 'Adressaat', 'Teema'],
  Finnish: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  French: ['De\u00a0', 'Envoyé\u00a0', 'À\u00a0', 'Objet\u00a0'],
  German: ['Von', 'Gesendet', 'An', 'Betreff'],
  Greek: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  Hebrew: ['מאת', 'נשלח', 'אל', 'נושא'],
  Hindi: ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय'],
  Hungarian: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  Indonesian: ['Dari', 'Dikirim', 'Kepada', 'Subjek'],
  Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
  Japanese: ['差出人', '送信日時', '宛先', '件名'],
  Korean: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  Latvian: ['No', 'Nosūtīts', 'Kam', 'Tēma'],
  Lithuanian: ['Nuo', 'Išsiųsta', 'Kam', 'Tema'],
  Norwegian: ['Fra', 'Sendt', 'Til', 'Emne'],
  Polish: ['Od', 'Wysłane', 'Do', 'Temat'],
  Portuguese: ['De', 'Enviado', 'Para', 'Assunto'],
  'Portuguese of Brazil': ['De', 'Enviada em', 'Para', 'Assunto'],
  Romanian: ['De la', 'Trimis', 'Către', 'Subiect'],
  Russian: ['От', 'Отправлено', 'Кому', 'Тема'],
  Serbian: ['Шаље', 'Послато', 'За', 'Наслов'],
  Slovak: ['Od', 'Odoslané', 'Komu', 'Predmet'],
  Slovenian: ['Od', 'Poslano', 'Za', 'Zadeva'],
  Spanish: ['De', 'Enviado el', 'Para', 'Asunto'],
  Swedish: ['Från', 'Skickat', 'Till', 'Ämne'],
  Thai: ['จาก', 'ส่ง', 'ถึง', 'เรื่อง'],
  Turkish: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
  Ukrainian: ['Від', 'Надіслано', 'Кому', 'Тема'],
  Vietnamese: ['Từ', 'Đã gửi', 'Đến', 'Chủ đề'],
  'a language that is not known': ['Wevwev', 'Kavkav', 'Lolo', 'Mumu'],
}
const about = { subject: 'Re: weft | something (#1)', from: 'Ann Example <ann@x.test>' }

test.each(Object.entries(outlook))(
  'the header of Outlook in %s begins the quote',
  (_language, [from, sent, to, subject]) => {
    const [colon, day] = [/[\u3000-\u9fff]/.test(from) ? '：' : ': ', '28.11.2025 10:00']
    const header = [
      `${from}${colon}Weft Example <weft@x.test>`,
      `${sent}${colon}${day}`,
      `${to}${colon}Ann Example`,
      `${subject}${colon}Re: weft | something (#1)`,
    ]
    expect(ownWords(`Mine\n\n${header.join('\n')}\n\nOld words`, about)).toBe('Mine')
    const bold = header.map(line => line.replace(/^([^:：]+)([:：])/, '*$1$2*'))
    expect(ownWords(`Mine\n\n________________________________\n${bold.join('\n')}\n\nOld words`, about)).toBe('Mine')
  },
)

test.each([
  'On Fri, Nov 28, 2025 at 10:00 AM Weft <weft@x.test> wrote:',
  'Am Fr., 28. Nov. 2025 um 10:00 Uhr schrieb Weft <weft@x.test>:',
  'Le ven. 28 nov. 2025 à 10:00, Weft <weft@x.test> a écrit :',
  'El vie, 28 nov 2025 a las 10:00, Weft (<weft@x.test>) escribió:',
  'Il giorno ven 28 nov 2025 alle ore 10:00 Weft <weft@x.test> ha scritto:',
  'Em sex., 28 de nov. de 2025 às 10:00, Weft <weft@x.test> escreveu:',
  'Op vr 28 nov 2025 om 10:00 schreef Weft <weft@x.test>:',
  'Den fre. 28. nov. 2025 kl. 10.00 skrev Weft <weft@x.test>:',
  'pe 28. marrask. 2025 klo 10.00 Weft (weft@x.test) kirjoitti:',
  'pt., 28 lis 2025 o 10:00 Weft <weft@x.test> napisał(a):',
  'pá 28. 11. 2025 v 10:00 odesílatel Weft <weft@x.test> napsal:',
  'пт, 28 нояб. 2025 г. в 10:00, Weft <weft@x.test>:',
  'Пятница, 28 ноября 2025, 10:00 +03:00 от Weft <weft@x.test>:',
  '28.11.2025 10:00, Weft пишет:',
  'пт, 28 лист. 2025 р. о 10:00 Weft <weft@x.test> пише:',
  'Weft <weft@x.test>, 28 Kas 2025 Cum, 10:00 tarihinde şunu yazdı:',
  'Weft <weft@x.test> ezt írta (időpont: 2025. nov. 28., P, 10:00):',
  'În vin., 28 nov. 2025 la 10:00, Weft <weft@x.test> a scris:',
  'Στις Παρ 28 Νοε 2025 στις 10:00 π.μ., ο/η Weft <weft@x.test> έγραψε:',
  'בתאריך יום ו׳, 28 בנוב׳ 2025 ב-10:00 מאת Weft <weft@x.test>:',
  'في الجمعة، ٢٨ نوفمبر ٢٠٢٥ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة Weft <weft@x.test>:',
  'เมื่อ ศ. 28 พ.ย. 2025 เวลา 10:00 Weft <weft@x.test> เขียนว่า:',
  'Vào Th 6, 28 thg 11, 2025 vào lúc 10:00 Weft <weft@x.test> đã viết:',
  '2025年11月28日(金) 10:00 Weft <weft@x.test>:',
  'Weft <weft@x.test> 于2025年11月28日周五 10:00写道：',
  '在 2025年11月28日，10:00，Weft <weft@x.test> 写道：',
  'Weft <weft@x.test> 於 2025年11月28日 週五 上午10:00寫道：',
  '2025년 11월 28일 (금) 오전 10:00, Weft <weft@x.test>님이 작성:',
  '2025/11/28 10:00、Weft のメール:',
  '2025-11-28 13:29 GMT+02:00 Very long author name with many words <\nweft@some-very-long-host-name.test>:',
  '---- On Fri, 28 Nov 2025 10:00:00 +0100 Weft <weft@x.test> wrote ----',
])('above and below %j only the own words stay', line => {
  expect(ownWords(`Mine\n\n${line}\n\n> Old\n> words\n`, about)).toBe('Mine')
  expect(ownWords(`${line}\n> Old\n> words\n\nMine\n`, about)).toBe('Mine')
})

test.each([
  '-----Original Message-----',
  '-----Ursprüngliche Nachricht-----',
  '-----Message d’origine-----',
  '-----Mensaje original-----',
  '-----Oryginalna wiadomość-----',
  '-----Původní zpráva-----',
  '-----Исходное сообщение-----',
  '-----Opprinnelig melding-----',
  '-----Alkuperäinen viesti-----',
  '-----元のメッセージ-----',
  '------------------ 原始邮件 ------------------',
  '-----원본 메시지-----',
  '-----Αρχικό μήνυμα-----',
])('%s begins the quote', line => {
  expect(ownWords(`Mine\n\n${line}\nOld words`, about)).toBe('Mine')
})

test.each([
  'Sent from my iPhone',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPhone',
  'Enviado do meu iPhone',
  'Inviato da iPhone',
  'Verstuurd vanaf mijn iPhone',
  'Skickat från min iPhone',
  'Sendt fra min iPhone',
  'Lähetetty iPhonesta',
  'Wysłane z iPhone’a',
  'Odesláno z iPhonu',
  'Отправлено с iPhone',
  'Надіслано з iPhone',
  'Στάλθηκε από το iPhone μου',
  'iPhone’umdan gönderildi',
  'Az iPhone-omról küldve',
  'Trimis de pe iPhone-ul meu',
  'أرسلت من الـ iPhone',
  'נשלח מה-iPhone שלי',
  'iPhoneから送信',
  '发自我的 iPhone',
  '從我的 iPhone 傳送',
  '나의 iPhone에서 보냄',
  'ส่งจาก iPhone ของฉัน',
  'Đã gửi từ iPhone của tôi',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Outlook für Android herunterladen',
  '<Sent from Yahoo Mail for iPhone>',
])('a mail program’s own line %j is left out', line => {
  expect(ownWords(`Mine\n\n${line}\n\nOn Fri, Nov 28, 2025 at 10:00 Weft <weft@x.test> wrote:\n> Old`, about)).toBe(
    'Mine',
  )
  expect(ownWords(`Mine\n\n${line}`, about)).toBe('Mine')
})

test.each([
  'The server sends this broken mail:\n\nFrom: shop@x.test\nTo: cust@x.test\nSubject: Order\n\nNote the missing Date header.',
  'Its mail:\n\nFrom: shop@x.test\nSent: 28.11.2025 10:00\nTo: cust@x.test\nSubject: Order\n\nIs the day right?',
  '```sql\nselect 1\n--\nselect 2\n```\nMore',
  '```\n-----Original Message-----\nFrom: a\n```\nMore',
  'select 1;\n--\nselect 2;\n\nMore',
  'Version: 1.2\nDate: 28.11.2025 10:00\nExpected: it works\nActual: it fails\n\nMore',
  'Steps to do: open it\nFrom: the menu\nTo: the list\n\nMore',
  '- one\n- two\n\n---\n\n1. three',
  'On Monday Rita wrote:\n\nWe ship it. I agree.',
  'As the guide says:\n> Never do it.',
  'It fails on my iPhone',
  'Sent from the queue: 3 mails',
  'See > and <b> here',
])('%j stays whole', text => {
  expect(ownWords(text, about)).toBe(text)
})

const oldHtml = '<p>Old words</p>'
test.each<[string, string, string]>([
  [
    'Gmail',
    `<div dir="ltr">Mine</div><div class="gmail_quote"><div class="gmail_attr">Noo 28 wev<br></div><blockquote class="gmail_quote">${oldHtml}</blockquote></div>`,
    'Mine',
  ],
  [
    'Outlook on the web',
    `<div>Mine</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Wev:</b> a<br><b>Kav:</b> b</div>${oldHtml}`,
    'Mine',
  ],
  [
    'Outlook',
    `<p>Mine</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>Wev:</b> a</p></div>${oldHtml}`,
    'Mine',
  ],
  [
    'Apple Mail',
    `Mine<br><blockquote type="cite"><div>On 28 Nov 2025, Weft &lt;weft@x.test&gt; wrote:</div>${oldHtml}</blockquote>`,
    'Mine',
  ],
  ['Yahoo', `<div>Mine</div><div class="yahoo_quoted"><div>Wev 28:</div>${oldHtml}</div>`, 'Mine'],
  [
    'Thunderbird',
    `<p>Mine</p><div class="moz-cite-prefix">Wev 28<br></div><blockquote type="cite">${oldHtml}</blockquote>`,
    'Mine',
  ],
  [
    'Proton',
    `Mine<div class="protonmail_quote">On Friday, Weft wrote:<blockquote>${oldHtml}</blockquote></div>`,
    'Mine',
  ],
  [
    'Gmail with answers between',
    '<div class="gmail_quote"><div class="gmail_attr">Wev 28<br></div><blockquote>One?</blockquote><div>Mine</div><blockquote>Two?</blockquote><div>Mine too</div></div>',
    '> One?\n\nMine\n\n> Two?\n\nMine too',
  ],
])('of an HTML answer from %s only the own words stay', (_program, html, words) => {
  expect(ownWords(htmlToText(html), about)).toBe(words)
})

test('a mail of Weft is left out below a header of any shape', () => {
  const mail =
    'Olga commented:\n\nOld words\n\n-- \nUnsubscribe: https://x.test/-/sent_notifications/0123456789/unsubscribe'
  expect(ownWords(`Mine\n\nWev: a@b.c\nKav: 28.11.2025\nLol: somebody\n\n${mail}`, about)).toBe('Mine')
})

test('the disclaimer of a company is left out', () => {
  const added = 'This e-mail and any attachments are confidential and intended solely for the addressee.'
  expect(ownWords(`Mine\n\n_____________\n\n${added}\nDelete it.`, about)).toBe('Mine')
})

test.each<[Record<string, string>, boolean]>([
  [{ subject: 'Re: x' }, false],
  [{ 'auto-submitted': 'no' }, false],
  [{ 'auto-submitted': 'auto-replied' }, true],
  [{ 'auto-submitted': 'auto-generated; owner-email="a@b.c"' }, true],
  [{ precedence: 'bulk' }, true],
  [{ precedence: 'first-class' }, false],
  [{ 'return-path': '<>' }, true],
  [{ 'return-path': '<rita@x.test>' }, false],
  [{ 'content-type': 'multipart/report; report-type=delivery-status' }, true],
  [{ 'x-autoreply': 'yes' }, true],
  [{ 'x-auto-response-suppress': 'All' }, false],
  [{ 'list-id': '<support.x.test>', precedence: 'list' }, false],
  [{ 'x-gitlab-reply-key': 'k' }, true],
])('%j is automatic: %s', (headers, automatic) => {
  const listed = Object.entries(headers).map(([key, value]) => ({ key, value }))
  expect(automaticReason(listed) !== null).toBe(automatic)
})

test('a mail that has gone round too often is refused', () => {
  const received = { key: 'received', value: 'from a by b' }
  expect(automaticReason(Array.from({ length: 50 }, () => received))).toBeNull()
  expect(automaticReason(Array.from({ length: 51 }, () => received))).toContain('circles')
})
