/** A line of the header that mail programs write above the mail that is answered. */
export type HeaderKind = 'from' | 'sent' | 'to' | 'subject'

/** The words before the colon as Outlook, Apple Mail, Thunderbird, Yahoo, QQ and others write them, in lower case. */
const headerWords: Readonly<Record<HeaderKind, string>> = {
  from: `from|von|de|da|van|fra|från|lähettäjä|od|odesílatel|odosielateľ|от|від|from|gönderen|kimden|από|مِن|من|מאת|से|प्रेषक|จาก|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|từ|người gửi|feladó|de la|expeditor|expéditeur|mittente|remitente|remetente|afzender|avsändare|avsender|afsender|absender|saatja|kellelt|no|sūtītājs|nuo|siuntėjas|šalje|pošiljatelj|пошиљалац|шаље|подател|подавач|dari|daripada|mula kay|ze|frá|nga|от кого|отправитель|відправник|du|igorlea|nork|oddhe|o'd|kimdən|кімнен|გამგზავნი|ուղարկող|প্রেরক|அனுப்புநர்|فرستنده|از|მიერ|oddawca|nadawca`,
  sent: `sent|date|gesendet|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el|enviado em|enviada|enviada em|enviat|fecha|data|inviato|verzonden|sendt|dato|skickat|lähetetty|päivämäärä|päiväys|wysłano|wysłane|data wysłania|odesláno|odoslané|dátum|elküldve|trimis|trimis la|tarih|gönderildi|gönderilme tarihi|gönderim tarihi|отправлено|дата|дата отправки|надіслано|відправлено|изпратено|ημερομηνία|στάλθηκε|απεστάλη|تاريخ الإرسال|التاريخ|تم الإرسال|أرسلت|ارسال شده|تاریخ|נשלח|תאריך|भेजा गया|दिनांक|ส่ง|วันที่|ส่งเมื่อ|送信日時|日時|日付|送信日|发送时间|發送時間|日期|时间|時間|寄件日期|已傳送|发送日期|發送日期|傳送時間|보낸 날짜|날짜|보낸날짜|보냄|đã gửi|ngày|đã gửi vào|ngày gửi|saadetud|kuupäev|nosūtīts|datums|išsiųsta|poslano|послато|датум|испратено|dikirim|tanggal|dihantar|tarikh|sent at|data e hora|dagsetning|sent þann|dërguar|bidalita|göndərildi|გაგზავნილი|ուղարկված`,
  to: `to|cc|copy|an|kopie|à|a|para|aan|til|till|kopi|kopia|vastaanottaja|kenelle|kopio|do|dw|komu|pro|kopie|kópia|címzett|másolatot kap|către|la|kime|kimə|alıcı|bilgi|кому|копия|копія|до|προς|κοιν|κοινοποίηση|إلى|نسخة|به|אל|עותק|प्रति|प्राप्तकर्ता|ถึง|สำเนา|宛先|收件人|收件者|抄送|副本|받는 사람|받는사람|참조|đến|tới|người nhận|kellele|koopia|kam|kopija|kam|adresātas|kam|gavėjas|prima|za|прима|копија|kepada|salinan|destinatario|destinatário|destinataire|per|við|nori|për|kimə|c.c`,
  subject: `subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|otsikko|temat|předmět|predmet|tárgy|subiect|konu|тема|относно|предмет|θέμα|الموضوع|موضوع|נושא|विषय|เรื่อง|หัวเรื่อง|件名|主题|主題|主旨|标题|標題|제목|chủ đề|tiêu đề|teema|tēma|temats|tema|zadeva|наслов|subjek|perihal|subjek|assumpte|efni|mövzu|gaia|тақырып|re`,
}

const kindsByWord = new Map<string, Set<HeaderKind>>()
for (const kind of ['from', 'sent', 'to', 'subject'] as const)
  for (const word of headerWords[kind].split('|'))
    kindsByWord.set(word, (kindsByWord.get(word) ?? new Set<HeaderKind>()).add(kind))

const none: ReadonlySet<HeaderKind> = new Set()

/** The kinds of header lines that begin with a word; some mean two things in two languages. */
export const headerKinds = (word: string): ReadonlySet<HeaderKind> =>
  kindsByWord.get(word.toLowerCase().replace(/\s+/g, ' ').trim()) ?? none

/** The verb of a line such as "On Friday Ann wrote:". */
export const wrote =
  /(?:\b(?:wrote|writes|said|schrieb|geschrieben|schreef|geschreven|skrev|scrisse|ha scritto|escreveu|kirjoitti|napsal|napísal|napisał|pisze|irta|kirjutas|rakst[īi]ja|rašė|napisao|napisala|je napisal|shkroi|skrifaði|menulis|viết)\b|a écrit|écrit|escribi[óo]|va escriure|napisał\(?a?\)?|napsal\(?a?\)?|napísal\(?a?\)?|ezt írta|írta|a scris|scris|kirjoitti|yazdı|yazmış|yazıb|şöyle|написал|пишет|написав|пише|написа|пишува|έγραψε|كتب|نوشت|כתב|מאת|ने लिखा|लिखा|เขียนว่า|เขียน|写道|寫道|写到|寫到|のメール|のメッセージ|が書きました|は書きました|さんが|书写|작성|님이|쓴 글|쓴글|đã viết|vào lúc|dhe shkruar|menulis|написала|parašė|rakstīja|сказал|wrote)/iu

/** Words at the beginning of such a line. */
export const onDate =
  /^[\s>*-]*(?:on|at|in message|am|um|le|el|il|em|op|den|d\.|dne|dňa|dnia|w dniu|в|на|у|pe|în|la data|la|a|data|tarihinde|στις|בתאריך|ב-|في|بتاريخ|در|เมื่อ|在|於|於|vào|pada|on)\b|^[\s>*-]*(?:[\p{L}]{2,12}\.?,?\s)?\p{Nd}/iu

const originalWords = `original message|original appointment|original e-?mail|reply message|ursprüngliche nachricht|original-?nachricht|originaltermin|original-?mail|message d'origine|message d’origine|message original|message initial|e-mail d'origine|mensaje original|messaggio originale|mensagem original|missatge original|oorspronkelijk bericht|origineel bericht|oprindelig meddelelse|original meddelelse|oprindelig besked|opprinnelig melding|original melding|ursprungligt meddelande|originalmeddelande|alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|wiadomość pierwotna|původní zpráva|původní e-mail|pôvodná správa|eredeti üzenet|mesaj original|mesajul original|özgün ileti|orijinal mesaj|orijinal ileti|исходное сообщение|исходное письмо|оригинальное сообщение|первоначальное сообщение|вихідне повідомлення|оригінальне повідомлення|початкове повідомлення|оригинално съобщение|първоначално съобщение|αρχικό μήνυμα|πρωτότυπο μήνυμα|الرسالة الأصلية|رسالة أصلية|پیام اصلی|הודעה מקורית|मूल संदेश|मूल सन्देश|ข้อความต้นฉบับ|ข้อความเดิม|元のメッセージ|オリジナルメッセージ|元のメール|原始邮件|原始郵件|原邮件|原郵件|原件|原始讯息|原始訊息|邮件原件|원본 메시지|원본 메일|원본메시지|원본 메세지|tin nhắn gốc|thư gốc|email gốc|algne kiri|algsõnum|algne sõnum|oriģinālais ziņojums|sākotnējais ziņojums|originalus laiškas|pradinis pranešimas|pirminis pranešimas|izvorna poruka|originalna poruka|izvirno sporočilo|originalno sporočilo|изворна порука|оригинална порака|pesan asli|mesej asal|upprunaleg skilaboð|mesazhi origjinal|jatorrizko mezua|orijinal məktub`

/** "-----Original Message-----" and its like, alone on a line. */
export const original = new RegExp(
  `^[\\s>*]*[-_=—–*]{2,}\\s*(?:${originalWords})\\s*[-_=—–*]{2,}[\\s*]*$|^\\s*(?:${originalWords})\\s*[:：]?\\s*[-_=—]{3,}\\s*$`,
  'iu',
)

const phone =
  '(?:iphone|ipad|ipod|apple watch|mac|android|samsung|galaxy|huawei|xiaomi|redmi|pixel|nokia|sony|xperia|oneplus|oppo|motorola|blackberry|windows|outlook|yahoo|ymail|aol|proton ?(?:mail)?|gmail|mail\\.ru|myteam|mail|thunderbird|k-9|airmail|spark|superhuman|tutanota|tuta|gmx|web\\.de|fairemail|mobile|smartphone|handy|phone|телефон|смартфон|мобильн|hey|zoho|bluemail|edison|foxmail|naver|nine|huawei|lg|htc)'

/**
 * The lines that mail programs add by themselves, such as "Sent from my iPhone", in the languages they are translated
 * to.
 */
export const device = new RegExp(
  [
    // Words of Germanic and Romance languages.
    `^(?:sent|von|gesendet|diese nachricht wurde|envoyé|enviado|enviada|enviat|inviato|scritto|verstuurd|verzonden|sendt|skickat|skickades|lähetetty|sendt)\\b.{0,30}${phone}.{0,40}$`,
    `^(?:von|from) (?:meinem|my) .{1,60}$`,
    '^sent (?:from|via|with|using) my .{1,60}$',
    '^(?:von meinem .{1,60} gesendet\\.?|gesendet (?:mit|von|über) .{1,60}|envoyé (?:depuis|de|à partir de) (?:mon|ma|l) ?.{1,60}|enviado (?:desde|do|a partir do|con|com) .{1,60}|inviato (?:da|dal|con) .{1,60}|(?:verstuurd|verzonden) (?:vanaf|met|via) .{1,60}|sendt (?:fra|med|via) .{1,60}|skickat från .{1,60}|lähetetty .{1,40}(?:sta|stä|lla|llä|lta|ltä)\\b.{0,20})$',
    // Words of the others, where the verb may come last.
    `^(?:wysłan[eoay]|wysłano|odesláno|odoslané|elküldve|küldve|trimis|poslano|poslato|saadetud|nosūtīts|sūtīts|išsiųsta|siųsta|dikirim|dihantar|được gửi|đã gửi|gửi từ|sent|dërguar)\\b.{0,80}$`,
    `^.{0,40}${phone}.{0,30}(?:ból|ből|ról|ről|emről|imról|küldve|gönderildi|göndərilib|göndərildi)\\.?$`,
    '^(?:отправлено|отправлено из|послано|надіслано|відправлено|изпратено|послато|испратено)(?![\\p{L}]).{0,80}$',
    '^(?:στάλθηκε|εστάλη|απεστάλη)(?![\\p{L}]).{0,80}$',
    '^(?:أرسلت|أُرسلت|تم الإرسال|مرسل|مُرسل|ارسال شده|ارسال از|נשלח|मेरे|ส่งจาก|ส่งจาก).{0,60}$',
    `^.{0,20}(?:iphone|ipad|android|outlook|yahoo|スマートフォン|galaxy|windows).{0,20}(?:から送信|から送信されました|で送信|에서 보냄|에서 전송|傳送|发送|發送|寄出|से भेजा गया)[。.]?$`,
    '^(?:发自我的|發自我的|從我的|从我的|来自我的|发送自|傳送自|寄件自|나의|내) ?.{1,40}$',
    '^.{1,30}から送信$',
    // The advertisement below.
    '^(?:get|hol(?:en)? sie sich|laden sie|téléchargez?|télécharger|obtenez|obtener|obtén|descargar?|obter|obtenha|baixar|scarica|ottieni|download|hent|hämta|skaffa|få|hanki|pobierz|získat|stáhnout|získať|letöltése|descărcați|obțineți|edinin|скачать|загрузить|завантажити|отримати|изтеглете|λήψη|κατεβάστε|الحصول|احصل|השג|קבל|प्राप्त|ดาวน์โหลด|取得|获取|獲取|下载|下載|가져오기|tải)\\b.{0,10}\\[?outlook.{0,60}$',
    '^\\[?outlook (?:for|für|pour|para|per|voor|til|till|för|dla|pro|na|pentru|для|за|για).{0,10}(?:ios|android|mac|windows).{0,60}$',
    '^.{0,30}outlook.{0,30}(?:ios|android).{0,30}(?:を入手|をダウンロード|다운로드|가져오기|获取|取得|下載|下载|holen|letöltése|edinin|indirin)\\]?.{0,40}$',
    '^\\[?.{1,40}\\]?[(<]https?://aka\\.ms/.{1,60}[)>]$',
  ].join('|'),
  'iu',
)

/** The first words of the text that companies add below each mail. */
export const disclaimer =
  /^[\s*_]*(?:(?:confidentiality|legal|privacy) (?:notice|note|disclaimer)\b|disclaimer\b\s*[:：]|this (?:e-?mail|message|communication|electronic mail)\b.{0,120}\b(?:confidential|intended (?:only|solely)|privileged)|the information (?:contained )?in this (?:e-?mail|message)\b.{0,120}\bconfidential|diese (?:e-?mail|nachricht)\b.{0,120}\b(?:vertraulich|rechtlich geschützt|ausschließlich)|ce (?:message|courriel|mail)\b.{0,120}\bconfidentiel|este (?:mensaje|correo|e-?mail)\b.{0,120}\bconfidencia|esta mensagem\b.{0,120}\bconfidencia|(?:questo messaggio|questa e-?mail|il presente messaggio)\b.{0,120}\b(?:riservat|confidenzial)|(?:dit bericht|deze e-?mail)\b.{0,120}\bvertrouwelijk|denne (?:e-?mail|e-?post|mail|meddelelse)\b.{0,120}\b(?:fortrolig|konfidensiel)|detta (?:e-?post)?meddelande\b.{0,120}\bkonfidentiel|(?:ta|niniejsza) wiadomość\b.{0,120}\bpoufn|(?:это|данное|настоящее) (?:электронное )?(?:сообщение|письмо).{0,120}конфиденциальн)/iu
