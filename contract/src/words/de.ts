import { defineWords } from '../words.ts';

export const DE = defineWords({
  'page.skip': 'Zum Inhalt',
  'loading.page': 'Wird geladen …',
  'loading.posts': 'Beiträge werden geladen …',
  'loading.post': 'Beitrag wird geladen …',
  'try-again': 'Erneut versuchen',
  'back.blog': '← Zurück zum Blog',
  'back.home': '← Zur Startseite',
  'site.description': 'Gedanken über Technik, Design und das Leben.',

  'header.main': 'Hauptmenü',
  'header.home': 'Start',
  'header.blog': 'Blog',
  'header.theme': 'Zwischen Hell und Dunkel wechseln',
  'header.admin': 'Verwaltung',
  'header.logout': 'Abmelden',

  'footer.pages': 'Weitere Seiten',
  'footer.copyright': '© {year} {site}. Alle Rechte vorbehalten.',
  'footer.love': 'Mit Liebe gestaltet',

  'home.continue': 'Weiterlesen',
  'home.more': 'Weitere Beiträge',
  'home.all': 'Alle Beiträge',

  'newsletter.heading': 'Newsletter abonnieren',
  'newsletter.email': 'E-Mail-Adresse',
  'newsletter.example': 'name@example.com',
  'newsletter.subscribe': 'Abonnieren',
  'newsletter.thanks':
    'Danke für das Interesse. Den Newsletter gibt es noch nicht, deshalb wurde nichts gesendet und nichts gespeichert.',
  'newsletter.wrong':
    'Das sieht nicht nach einer E-Mail-Adresse aus. Sie sollte etwa so lauten: name@example.com.',
  'newsletter.not-loaded':
    'Die Seite wurde nicht vollständig geladen, deshalb wurde nichts gesendet. Bitte die Verbindung prüfen und es noch einmal versuchen.',
  'newsletter.no-scripts':
    'Den Newsletter gibt es noch nicht; es wird nichts gesendet oder gespeichert.',
  'newsletter.sent':
    'Bitte ins Postfach schauen: Falls diese Adresse noch nicht dabei ist, ist eine E-Mail mit einem Link zum Bestätigen unterwegs.',
  'newsletter.too-many': 'Zu viele Versuche. Bitte in einer Stunde noch einmal versuchen.',
  'newsletter.failed':
    'Das hat nicht geklappt: Der Server hat nicht geantwortet. Bitte gleich noch einmal versuchen.',

  'newsletter-page.foreign':
    'Das Formular kam von einer anderen Website, deshalb ist nichts passiert. Zum Abonnieren bitte hier auf die Schaltfläche drücken.',
  'newsletter-page.confirm': 'Abonnement bestätigen',
  'newsletter-page.confirm-text':
    'Ein Druck auf die Schaltfläche, und neue Beiträge von {site} kommen per E-Mail.',
  'newsletter-page.confirm-button': 'Bestätigen',
  'newsletter-page.confirmed': 'Abonnement bestätigt',
  'newsletter-page.confirmed-text':
    'Neue Beiträge von {site} kommen ab jetzt per E-Mail. Jede E-Mail enthält einen Link zum Abbestellen.',
  'newsletter-page.leave': 'Newsletter abbestellen?',
  'newsletter-page.leave-text':
    'Ein Druck auf die Schaltfläche, und von {site} kommen keine E-Mails mehr.',
  'newsletter-page.leave-button': 'Abbestellen',
  'newsletter-page.left': 'Newsletter abbestellt',
  'newsletter-page.left-text':
    'Von {site} kommen keine E-Mails mehr. Neu abonnieren geht jederzeit.',
  'newsletter-page.gone': 'Dieser Link funktioniert nicht',
  'newsletter-page.confirm-gone':
    'Vielleicht ist er älter als sieben Tage oder unvollständig. Gib deine Adresse noch einmal ein, um einen neuen zu bekommen.',
  'newsletter-page.leave-gone':
    'Vielleicht ist er unvollständig: Kopiere ihn ganz aus der E-Mail. Falls deine Adresse schon entfernt wurde, kommen keine E-Mails mehr.',

  'blog.title': 'Blog',
  'site.subtitle': 'Gedanken über Technik, Design und das Leben.',
  'blog.search': 'Beiträge durchsuchen',
  'blog.search-example': 'Beiträge durchsuchen …',
  'blog.search-button': 'Suchen',
  'blog.topic': 'Thema',
  'blog.all-topics': 'Alle Themen',
  'blog.found.one': '{count} Beitrag',
  'blog.found.other': '{count} Beiträge',
  'blog.found-more': 'Mehr als {count} Beiträge',
  'blog.no-match': 'Keine passenden Beiträge gefunden.',
  'blog.view-all': 'Alle Beiträge anzeigen',
  'blog.empty': 'Noch gibt es keine Beiträge.',
  'blog.search-failed': 'Die Suche hat nicht geklappt: Der Server hat nicht geantwortet.',

  'list.pages': 'Seiten',
  'list.newest': 'Neueste Beiträge',
  'list.older': 'Ältere Beiträge',
  'list.follow': 'Abonnieren',
  'list.follow-topic': '{topic} abonnieren',

  'topic.kind': 'Thema',
  'topic.title': 'Beiträge zum Thema {topic}',
  'topic.description': 'Alles zum Thema {topic} auf {site}.',
  'topic.not-found': 'Thema nicht gefunden',
  'topic.empty': 'Zu diesem Thema gibt es keine Beiträge.',
  'topic.no-older': 'Ältere Beiträge zu diesem Thema gibt es nicht.',

  'archive.kind': 'Archiv',
  'archive.title': 'Beiträge aus dem Jahr {year}',
  'archive.description': 'Alles, was {year} auf {site} erschienen ist, Monat für Monat.',
  'archive.not-found': 'Jahr nicht gefunden',
  'archive.empty': 'Aus diesem Jahr gibt es keine Beiträge.',
  'archive.no-older': 'Ältere Beiträge aus diesem Jahr gibt es nicht.',
  'archive.posts.one': '{count} Beitrag',
  'archive.posts.other': '{count} Beiträge',

  'post.minutes.one': '{count} Min. Lesezeit',
  'post.minutes.other': '{count} Min. Lesezeit',
  'post.contents': 'Inhalt',
  'post.related': 'Ähnliche Beiträge',
  'post.more': 'Weitere Beiträge',
  'post.previous': 'Davor:',
  'post.next': 'Danach:',
  'post.more-on': 'Mehr zu',
  'post.not-found': 'Beitrag nicht gefunden',
  'post.not-found-text': 'Den gesuchten Beitrag gibt es nicht.',
  'post.draft': 'Entwurf',
  'post.draft-note': 'Nur du kannst diese Seite sehen.',
  'post.edit': 'Bearbeiten',
  'post.translations': 'Auch auf:',
  'post.untitled': 'Ohne Titel',

  'share.heading': 'Beitrag teilen',
  'share.twitter': 'Twitter',
  'share.facebook': 'Facebook',
  'share.pinterest': 'Pinterest',
  'share.email': 'E-Mail',
  'share.copy': 'Link kopieren',
  'share.more': 'Teilen …',
  'share.failed':
    'Das Teilen hat nicht geklappt. Stattdessen lässt sich die Adresse dieser Seite kopieren.',

  'rendered.heading-link': 'Link zu diesem Abschnitt',
  'text.copy-heading-link': 'Link zum Abschnitt „{title}“ kopieren',
  'text.link-copied': 'Kopiert',
  'text.link-not-copied': 'Nicht kopiert: Der Link steht in der Adresszeile',
  'rendered.table': 'Tabelle',
  'rendered.code': 'Code',
  'text.copy-code': 'Kopieren',
  'text.code-copied': 'Kopiert',
  'text.code-not-copied': 'Nicht möglich',
  'rendered.footnote-back': 'Zurück zum Text',

  'picture.label': 'Bild',
  'picture.enlarge': 'Bild vergrößern',
  'picture.enlarge-described': 'Bild vergrößern: {description}',
  'picture.close': 'Schließen',
  'picture.previous': 'Zurück',
  'picture.next': 'Weiter',
  'picture.position': '{number} von {count}',
  'picture.failed':
    'Das große Bild konnte nicht geladen werden. Bitte schließen und es später noch einmal versuchen.',

  'about-page.title': 'Über',
  'about-page.description': 'Was {site} ist und wie es entsteht.',
  'about-page.intro': '{site} ist ein Blog. {description}',
  'about-page.articles':
    'Beiträge erscheinen hier, wenn sie fertig sind, und nicht, wenn der Kalender es verlangt. Es geht um Technik, Finanzen, Wissenschaft und alles andere, was sich auch ein zweites Mal zu lesen lohnt. Werbung, Pop-ups und Tracker gibt es nicht.',
  'about-page.heading': 'Wie es entsteht',
  'about-page.making':
    'Ein Mensch schreibt, den Rest erledigt ein kleines Programm auf einem einzigen Rechner. Die Seiten kommen vollständig an, lesen sich gut auf dem Handy, auf Papier und ohne Skripte und lassen sich auch vorlesen. Klappt das einmal nicht, ist das ein Fehler, und {link} ist willkommen.',
  'about-page.link': 'ein Hinweis darauf',

  'contact-page.title': 'Kontakt',
  'contact-page.description': 'So ist {site} zu erreichen.',
  'contact-page.text':
    'Fragen, Korrekturen und freundliche Worte werden alle gelesen und meist innerhalb weniger Tage beantwortet.',
  'contact.line': 'Schreib an {email}.',
  'contact.line-with-links': 'Schreib an {email} oder sag Hallo auf {links}.',
  'contact.links': '{links}, {next}',
  'contact.last-link': '{links} oder {last}',

  'preview.label': 'Vorschau',
  'preview.page': 'Diese Seite ist nicht öffentlich.',
  'preview.page-until': 'Der Link gilt bis zum {date}.',
  'preview.changes': 'Diese Änderungen sind nicht öffentlich.',
  'preview.changes-until': 'Der Link gilt bis zum {date}.',
  'preview.gone':
    'Dieser Vorschau-Link funktioniert nicht. Vielleicht ist er abgelaufen oder wurde zurückgezogen: Frag nach einem neuen.',

  'not-found.title': 'Seite nicht gefunden',
  'not-found.text': 'Unter dieser Adresse gibt es keine Seite.',
  'failed.title': 'Da ging etwas schief',
  'failed.text': 'Die Seite konnte nicht angezeigt werden. Bitte gleich noch einmal versuchen.',
  'failed.posts': 'Die Beiträge konnten nicht geladen werden: Der Server hat nicht geantwortet.',
  'failed.post': 'Der Beitrag konnte nicht geladen werden: Der Server hat nicht geantwortet.',
  'failed.page': 'Die Seite konnte nicht geladen werden: Der Server hat nicht geantwortet.',
  'failed.topics': 'Die Themen konnten nicht geladen werden: Der Server hat nicht geantwortet.',
  'busy.title': 'Einen Moment bitte',
  'busy.text':
    'Hier ist gerade viel los, und diese Seite konnte nicht rechtzeitig erstellt werden. Bitte gleich noch einmal laden.',
  'no-file.title': 'Das gibt es hier nicht',
  'no-file.text': 'Diese Datei oder diesen Teil davon gibt es nicht.',
  'read-only.title': 'Das geht hier nicht',
  'read-only.text':
    'Unter dieser Adresse gibt es etwas, aber es lässt sich nur lesen. Geändert wurde nichts.',
  'feed.not-found': 'Hier ist nichts.',
  'feed.unavailable':
    'Die Beiträge lassen sich gerade nicht abrufen. Bitte gleich noch einmal versuchen.',

  'mail.why': 'Diese E-Mail kommt, weil diese Adresse den Newsletter von {site} abonniert hat.',
  'mail.leave': 'Abbestellen',
  'mail.read-on': 'Weiterlesen',
  'mail.video': 'Video ansehen',
  'mail.audio': 'Aufnahme anhören',
  'mail.confirm-subject': 'Bitte bestätigen: Newsletter von {site}',
  'mail.confirm-text':
    'Bitte bestätigen, dass neue Beiträge von {site} an diese Adresse gehen sollen.',
  'mail.confirm-button': 'Abonnement bestätigen',
  'mail.confirm-ignore':
    'Wer das nicht angefordert hat, kann diese E-Mail ignorieren: Es passiert nichts.',

  'offline.label': 'Gespeicherte Kopie',
  'offline.no-connection': 'Es gibt keine Verbindung, oder die Website ist nicht erreichbar.',
  'offline.failed': 'Die Website funktioniert gerade nicht.',
  'offline.slow': 'Die Verbindung ist langsam.',
  'offline.copy': 'Das ist die Kopie vom {date}.',
  'offline.title': 'Keine Verbindung',
  'offline.no-copy':
    'Auf diesem Gerät gibt es keine Kopie dieser Seite, weil sie hier noch nie geöffnet wurde. Sie lädt von selbst, sobald die Verbindung wieder da ist.',
  'offline.saved-pages': 'Was du jetzt lesen kannst',
});
