import { defineWords } from '../words.ts';

export const FR = defineWords({
  'page.skip': 'Aller au contenu',
  'loading.page': 'Chargement…',
  'loading.posts': 'Chargement des articles…',
  'loading.post': 'Chargement de l’article…',
  'try-again': 'Réessayer',
  'back.blog': '← Retour au blog',
  'back.home': '← Retour à l’accueil',
  'site.description': 'Réflexions sur la technologie, le design et la vie.',

  'header.main': 'Menu principal',
  'header.home': 'Accueil',
  'header.blog': 'Blog',
  'header.theme': 'Basculer entre clair et sombre',
  'header.admin': 'Admin',
  'header.logout': 'Déconnexion',

  'footer.pages': 'Autres pages',
  'footer.copyright': '© {year} {site}. Tous droits réservés.',
  'footer.love': 'Fait avec amour',

  'home.continue': 'Lire la suite',
  'home.more': 'Autres articles',
  'home.all': 'Tous les articles',

  'newsletter.heading': 'Recevoir la newsletter',
  'newsletter.email': 'Votre adresse e-mail',
  'newsletter.example': 'nom@example.com',
  'newsletter.subscribe': 'S’abonner',
  'newsletter.thanks':
    'Merci de votre intérêt. La newsletter n’existe pas encore : rien n’a été envoyé ni enregistré.',
  'newsletter.wrong':
    'Cela ne ressemble pas à une adresse e-mail. Elle devrait être de la forme nom@example.com.',
  'newsletter.not-loaded':
    'La page n’est pas entièrement chargée, rien n’a donc été envoyé. Vérifiez votre connexion et réessayez.',
  'newsletter.no-scripts': 'La newsletter n’existe pas encore ; rien n’est envoyé ni enregistré.',
  'newsletter.sent':
    'Consultez votre boîte de réception : si cette adresse n’est pas encore inscrite, un e-mail avec un lien de confirmation est en route.',
  'newsletter.too-many': 'Trop de tentatives. Veuillez réessayer dans une heure.',
  'newsletter.failed':
    'Cela n’a pas fonctionné : le serveur n’a pas répondu. Veuillez réessayer dans un instant.',

  'newsletter-page.foreign':
    'Le formulaire venait d’un autre site, rien n’a donc été fait. Pour vous abonner, appuyez sur le bouton ici.',
  'newsletter-page.confirm': 'Confirmer votre abonnement',
  'newsletter-page.confirm-text':
    'Appuyez sur le bouton pour recevoir les nouveaux articles de {site} par e-mail.',
  'newsletter-page.confirm-button': 'Confirmer',
  'newsletter-page.confirmed': 'Votre abonnement est confirmé',
  'newsletter-page.confirmed-text':
    'Les nouveaux articles de {site} vous arriveront par e-mail. Chaque e-mail contient un lien pour vous désabonner.',
  'newsletter-page.leave': 'Se désabonner de la newsletter ?',
  'newsletter-page.leave-text':
    'Appuyez sur le bouton et vous ne recevrez plus d’e-mails de {site}.',
  'newsletter-page.leave-button': 'Se désabonner',
  'newsletter-page.left': 'Désabonnement effectué',
  'newsletter-page.left-text':
    'Vous ne recevrez plus d’e-mails de {site}. Vous pouvez vous réabonner à tout moment.',
  'newsletter-page.gone': 'Ce lien ne fonctionne pas',
  'newsletter-page.confirm-gone':
    'Il date peut-être de plus de sept jours ou il est incomplet. Saisissez de nouveau votre adresse pour en recevoir un autre.',
  'newsletter-page.leave-gone':
    'Il est peut-être incomplet : copiez-le en entier depuis l’e-mail. Si votre adresse a déjà été retirée, vous ne recevrez plus d’e-mails.',

  'blog.title': 'Blog',
  'site.subtitle': 'Réflexions sur la technologie, le design et la vie.',
  'blog.search': 'Rechercher un article',
  'blog.search-example': 'Rechercher un article…',
  'blog.search-button': 'Rechercher',
  'blog.topic': 'Sujet',
  'blog.all-topics': 'Tous les sujets',
  'blog.found.one': '{count} article',
  'blog.found.many': '{count} d’articles',
  'blog.found.other': '{count} articles',
  'blog.found-more': 'Plus de {count} articles',
  'blog.no-match': 'Aucun article ne correspond à votre recherche.',
  'blog.view-all': 'Voir tous les articles',
  'blog.empty': 'Aucun article pour le moment.',
  'blog.search-failed': 'La recherche n’a pas abouti : le serveur n’a pas répondu.',

  'list.pages': 'Pages',
  'list.newest': 'Derniers articles',
  'list.older': 'Articles plus anciens',
  'list.follow': 'Suivre',
  'list.follow-topic': 'Suivre le sujet {topic}',

  'topic.kind': 'Sujet',
  'topic.title': 'Articles sur le sujet « {topic} »',
  'topic.description': 'Tous les articles parus dans {site} sur le sujet « {topic} ».',
  'topic.not-found': 'Sujet introuvable',
  'topic.empty': 'Il n’y a pas d’articles sur ce sujet.',
  'topic.no-older': 'Il n’y a pas d’articles plus anciens sur ce sujet.',

  'archive.kind': 'Archives',
  'archive.title': 'Articles de {year}',
  'archive.description': 'Tout ce qui a paru dans {site} en {year}, mois par mois.',
  'archive.not-found': 'Année introuvable',
  'archive.empty': 'Il n’y a pas d’articles de cette année-là.',
  'archive.no-older': 'Il n’y a pas d’articles plus anciens de cette année-là.',
  'archive.posts.one': '{count} article',
  'archive.posts.many': '{count} d’articles',
  'archive.posts.other': '{count} articles',

  'post.minutes.one': '{count} min de lecture',
  'post.minutes.many': '{count} min de lecture',
  'post.minutes.other': '{count} min de lecture',
  'post.contents': 'Sommaire',
  'post.related': 'À lire aussi',
  'post.more': 'Autres articles',
  'post.previous': 'Précédent :',
  'post.next': 'Suivant :',
  'post.more-on': 'Sur le même sujet :',
  'post.not-found': 'Article introuvable',
  'post.not-found-text': 'L’article que vous cherchez n’existe pas.',
  'post.draft': 'Brouillon',
  'post.draft-note': 'Cette page n’est visible que par vous.',
  'post.edit': 'Modifier',
  'post.translations': 'Aussi en :',
  'post.untitled': 'Sans titre',

  'share.heading': 'Partager cet article',
  'share.twitter': 'Twitter',
  'share.facebook': 'Facebook',
  'share.pinterest': 'Pinterest',
  'share.email': 'E-mail',
  'share.copy': 'Copier le lien',
  'share.more': 'Partager…',
  'share.failed': 'Le partage n’a pas fonctionné. Copiez plutôt l’adresse de cette page.',

  'rendered.heading-link': 'Lien vers cette section',
  'text.copy-heading-link': 'Copier le lien vers la section « {title} »',
  'text.link-copied': 'Copié',
  'text.link-not-copied': 'Non copié : le lien est dans la barre d’adresse',
  'rendered.table': 'Tableau',
  'rendered.code': 'Code',
  'text.copy-code': 'Copier',
  'text.code-copied': 'Copié',
  'text.code-not-copied': 'Impossible',
  'rendered.footnote-back': 'Retour au texte',

  'picture.label': 'Image',
  'picture.enlarge': 'Agrandir l’image',
  'picture.enlarge-described': 'Agrandir l’image : {description}',
  'picture.close': 'Fermer',
  'picture.previous': 'Précédente',
  'picture.next': 'Suivante',
  'picture.position': '{number} sur {count}',
  'picture.failed': 'La grande image n’a pas pu être chargée. Fermez-la et réessayez plus tard.',

  'about-page.title': 'À propos',
  'about-page.description': 'Ce qu’est {site}, et comment c’est fait.',
  'about-page.intro': '{site} est un blog. {description}',
  'about-page.articles':
    'Les articles paraissent ici quand ils sont prêts, et non quand le calendrier l’exige. Ils parlent de technologie, de finance, de science et de tout ce qui mérite d’être relu. Il n’y a ni publicité, ni fenêtres intempestives, ni traceurs.',
  'about-page.heading': 'Comment c’est fait',
  'about-page.making':
    'Une seule personne écrit ; un petit programme, installé sur une seule machine, fait le reste. Les pages arrivent entières et se lisent bien sur un téléphone, sur papier, sans scripts ou à voix haute. Si ce n’est pas le cas, c’est une erreur, et {link} sera le bienvenu.',
  'about-page.link': 'un message pour la signaler',

  'contact-page.title': 'Contact',
  'contact-page.description': 'Comment joindre {site}.',
  'contact-page.text':
    'Questions, corrections, mots aimables : tout est lu, et presque tout reçoit une réponse en quelques jours.',
  'contact.line': 'Écrivez à {email}.',
  'contact.line-with-links': 'Écrivez à {email} ou passez dire bonjour sur {links}.',
  'contact.links': '{links}, {next}',
  'contact.last-link': '{links} ou {last}',

  'preview.label': 'Aperçu',
  'preview.page': 'Cette page n’est pas publique.',
  'preview.page-until': 'Son lien est valable jusqu’au {date}.',
  'preview.changes': 'Ces modifications ne sont pas publiques.',
  'preview.changes-until': 'Leur lien est valable jusqu’au {date}.',
  'preview.gone':
    'Ce lien d’aperçu ne fonctionne pas. Il a peut-être expiré ou été révoqué : demandez-en un nouveau.',

  'not-found.title': 'Page introuvable',
  'not-found.text': 'Il n’y a pas de page à cette adresse.',
  'failed.title': 'Un problème est survenu',
  'failed.text': 'La page n’a pas pu être affichée. Veuillez réessayer dans un instant.',
  'failed.posts': 'Les articles n’ont pas pu être chargés : le serveur n’a pas répondu.',
  'failed.post': 'L’article n’a pas pu être chargé : le serveur n’a pas répondu.',
  'failed.page': 'La page n’a pas pu être chargée : le serveur n’a pas répondu.',
  'failed.topics': 'Les sujets n’ont pas pu être chargés : le serveur n’a pas répondu.',
  'busy.title': 'Un instant, s’il vous plaît',
  'busy.text':
    'Le site est très sollicité en ce moment, et cette page n’a pas pu être préparée à temps. Veuillez la recharger dans un instant.',
  'no-file.title': 'Il n’y a rien de tel ici',
  'no-file.text': 'Ce fichier, ou cette partie du fichier, n’existe pas.',
  'read-only.title': 'Ce n’est pas possible ici',
  'read-only.text':
    'Il y a bien quelque chose à cette adresse, mais on ne peut que le lire. Rien n’a été modifié.',
  'feed.not-found': 'Il n’y a rien ici.',
  'feed.unavailable':
    'Les articles ne sont pas accessibles pour le moment. Veuillez réessayer dans un instant.',

  'mail.why': 'Vous recevez cet e-mail parce que cette adresse est abonnée à {site}.',
  'mail.leave': 'Se désabonner',
  'mail.read-on': 'Lire la suite',
  'mail.video': 'Voir la vidéo',
  'mail.audio': 'Écouter l’enregistrement',
  'mail.confirm-subject': 'Confirmez votre abonnement à {site}',
  'mail.confirm-text':
    'Veuillez confirmer que vous souhaitez recevoir les nouveaux articles de {site} à cette adresse.',
  'mail.confirm-button': 'Confirmer l’abonnement',
  'mail.confirm-ignore': 'Si vous n’avez rien demandé, ignorez cet e-mail : il ne se passera rien.',

  'offline.label': 'Copie enregistrée',
  'offline.no-connection': 'Vous êtes hors ligne, ou le site est injoignable.',
  'offline.failed': 'Le site ne fonctionne pas pour le moment.',
  'offline.slow': 'La connexion est lente.',
  'offline.copy': 'Voici la copie du {date}.',
  'offline.title': 'Pas de connexion',
  'offline.no-copy':
    'Il n’y a pas de copie de cette page sur cet appareil, car elle n’y a jamais été ouverte. Elle se chargera d’elle-même au retour de la connexion.',
  'offline.saved-pages': 'À lire en attendant',
});
