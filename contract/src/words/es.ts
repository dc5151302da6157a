import { defineWords } from '../words.ts';

export const ES = defineWords({
  'page.skip': 'Ir al contenido',
  'loading.page': 'Cargando…',
  'loading.posts': 'Cargando artículos…',
  'loading.post': 'Cargando artículo…',
  'try-again': 'Reintentar',
  'back.blog': '← Volver al blog',
  'back.home': '← Volver al inicio',
  'site.description': 'Reflexiones sobre la tecnología, el diseño y la vida.',

  'header.main': 'Menú principal',
  'header.home': 'Inicio',
  'header.blog': 'Blog',
  'header.theme': 'Cambiar entre claro y oscuro',
  'header.admin': 'Panel',
  'header.logout': 'Salir',

  'footer.pages': 'Más páginas',
  'footer.copyright': '© {year} {site}. Todos los derechos reservados.',
  'footer.love': 'Hecho con cariño',

  'home.continue': 'Seguir leyendo',
  'home.more': 'Más artículos',
  'home.all': 'Todos los artículos',

  'newsletter.heading': 'Suscríbete al boletín',
  'newsletter.email': 'Tu correo electrónico',
  'newsletter.example': 'nombre@example.com',
  'newsletter.subscribe': 'Suscribirme',
  'newsletter.thanks':
    'Gracias por tu interés. El boletín todavía no existe, así que no se ha enviado ni guardado nada.',
  'newsletter.wrong':
    'Eso no parece una dirección de correo. Debería ser algo como nombre@example.com.',
  'newsletter.not-loaded':
    'La página no se ha cargado por completo, así que no se ha enviado nada. Revisa la conexión y vuelve a intentarlo.',
  'newsletter.no-scripts': 'El boletín todavía no existe; no se envía ni se guarda nada.',
  'newsletter.sent':
    'Revisa tu correo: si esta dirección aún no está suscrita, va en camino un mensaje con un enlace para confirmar.',
  'newsletter.too-many':
    'Han sido demasiados intentos por ahora. Vuelve a intentarlo dentro de una hora.',
  'newsletter.failed':
    'No ha funcionado: el servidor no respondió. Vuelve a intentarlo en un momento.',

  'newsletter-page.foreign':
    'El formulario se envió desde otro sitio, así que no se ha hecho nada. Para suscribirte, pulsa el botón aquí.',
  'newsletter-page.confirm': 'Confirma tu suscripción',
  'newsletter-page.confirm-text':
    'Pulsa el botón para recibir por correo los nuevos artículos de {site}.',
  'newsletter-page.confirm-button': 'Confirmar',
  'newsletter-page.confirmed': 'Suscripción confirmada',
  'newsletter-page.confirmed-text':
    'Los nuevos artículos de {site} te llegarán por correo. Cada mensaje lleva un enlace para darte de baja.',
  'newsletter-page.leave': '¿Darte de baja del boletín?',
  'newsletter-page.leave-text': 'Pulsa el botón y no recibirás más correos de {site}.',
  'newsletter-page.leave-button': 'Darme de baja',
  'newsletter-page.left': 'Te has dado de baja del boletín',
  'newsletter-page.left-text':
    'No recibirás más correos de {site}. Puedes volver a suscribirte cuando quieras.',
  'newsletter-page.gone': 'Este enlace no funciona',
  'newsletter-page.confirm-gone':
    'Puede que tenga más de siete días o que esté incompleto. Escribe de nuevo tu dirección para recibir otro.',
  'newsletter-page.leave-gone':
    'Puede que esté incompleto: cópialo entero del mensaje. Si ya se ha quitado tu dirección, no recibirás más correos.',

  'blog.title': 'Blog',
  'site.subtitle': 'Reflexiones sobre la tecnología, el diseño y la vida.',
  'blog.search': 'Buscar artículos',
  'blog.search-example': 'Buscar artículos…',
  'blog.search-button': 'Buscar',
  'blog.topic': 'Tema',
  'blog.all-topics': 'Todos los temas',
  'blog.found.one': '{count} artículo',
  'blog.found.many': '{count} de artículos',
  'blog.found.other': '{count} artículos',
  'blog.found-more': 'Más de {count} artículos',
  'blog.no-match': 'Ningún artículo coincide con tu búsqueda.',
  'blog.view-all': 'Ver todos los artículos',
  'blog.empty': 'Todavía no hay artículos.',
  'blog.search-failed': 'No se pudo hacer la búsqueda: el servidor no respondió.',

  'list.pages': 'Páginas',
  'list.newest': 'Últimos artículos',
  'list.older': 'Artículos anteriores',
  'list.follow': 'Seguir',
  'list.follow-topic': 'Seguir el tema {topic}',

  'topic.kind': 'Tema',
  'topic.title': 'Artículos sobre {topic}',
  'topic.description': 'Todo lo publicado en {site} sobre {topic}.',
  'topic.not-found': 'Tema no encontrado',
  'topic.empty': 'No hay artículos sobre este tema.',
  'topic.no-older': 'No hay artículos anteriores sobre este tema.',

  'archive.kind': 'Archivo',
  'archive.title': 'Artículos de {year}',
  'archive.description': 'Todo lo que {site} publicó en {year}, mes a mes.',
  'archive.not-found': 'Año no encontrado',
  'archive.empty': 'No hay artículos de ese año.',
  'archive.no-older': 'No hay artículos anteriores de ese año.',
  'archive.posts.one': '{count} artículo',
  'archive.posts.many': '{count} de artículos',
  'archive.posts.other': '{count} artículos',

  'post.minutes.one': '{count} min de lectura',
  'post.minutes.many': '{count} min de lectura',
  'post.minutes.other': '{count} min de lectura',
  'post.contents': 'Índice',
  'post.related': 'Artículos relacionados',
  'post.more': 'Más artículos',
  'post.previous': 'Anterior:',
  'post.next': 'Siguiente:',
  'post.more-on': 'Más sobre',
  'post.not-found': 'Artículo no encontrado',
  'post.not-found-text': 'El artículo que buscas no existe.',
  'post.draft': 'Borrador',
  'post.draft-note': 'Solo tú puedes ver esta página.',
  'post.edit': 'Editar',
  'post.translations': 'También en:',
  'post.untitled': 'Sin título',

  'share.heading': 'Compartir este artículo',
  'share.twitter': 'Twitter',
  'share.facebook': 'Facebook',
  'share.pinterest': 'Pinterest',
  'share.email': 'Correo',
  'share.more': 'Compartir…',
  'share.failed': 'No se pudo compartir. Puedes copiar la dirección de esta página.',

  'rendered.heading-link': 'Enlace a esta sección',
  'text.copy-heading-link': 'Copiar el enlace a la sección «{title}»',
  'text.link-copied': 'Copiado',
  'text.link-not-copied': 'No se copió: el enlace está en la barra de direcciones',
  'rendered.table': 'Tabla',
  'rendered.code': 'Código',
  'text.copy-code': 'Copiar',
  'text.code-copied': 'Copiado',
  'text.code-not-copied': 'No se pudo',
  'rendered.footnote-back': 'Volver al texto',

  'picture.label': 'Imagen',
  'picture.enlarge': 'Ampliar la imagen',
  'picture.enlarge-described': 'Ampliar la imagen: {description}',
  'picture.close': 'Cerrar',
  'picture.previous': 'Anterior',
  'picture.next': 'Siguiente',
  'picture.position': '{number} de {count}',
  'picture.failed': 'No se pudo cargar la imagen grande. Ciérrala y vuelve a intentarlo más tarde.',

  'about-page.title': 'Acerca de',
  'about-page.description': 'Qué es {site} y cómo se hace.',
  'about-page.intro': '{site} es un blog. {description}',
  'about-page.articles':
    'Los artículos aparecen aquí cuando están listos, no cuando lo manda el calendario. Tratan de tecnología, finanzas, ciencia y cualquier otra cosa que merezca una segunda lectura. No hay publicidad, ventanas emergentes ni rastreadores.',
  'about-page.heading': 'Cómo se hace',
  'about-page.making':
    'Escribe una sola persona; del resto se encarga un pequeño programa, en una sola máquina. Las páginas llegan enteras y se leen bien en el teléfono, en papel, sin scripts y en voz alta. Si en algún caso no es así, es un error, y se agradece {link}.',
  'about-page.link': 'un mensaje para avisar',

  'contact-page.title': 'Contacto',
  'contact-page.description': 'Cómo contactar con {site}.',
  'contact-page.text':
    'Preguntas, correcciones y palabras amables: todo se lee, y casi todo recibe respuesta en pocos días.',
  'contact.line': 'Escribe a {email}.',
  'contact.line-with-links': 'Escribe a {email} o saluda en {links}.',
  'contact.links': '{links}, {next}',
  'contact.last-link': '{links} o {last}',

  'preview.label': 'Vista previa',
  'preview.page': 'Esta página no es pública.',
  'preview.page-until': 'El enlace funciona hasta el {date}.',
  'preview.changes': 'Estos cambios no son públicos.',
  'preview.changes-until': 'El enlace funciona hasta el {date}.',
  'preview.gone':
    'Este enlace de vista previa no funciona. Puede que haya caducado o que se haya anulado: pide uno nuevo.',

  'not-found.title': 'Página no encontrada',
  'not-found.text': 'No hay ninguna página en esta dirección.',
  'failed.title': 'Algo salió mal',
  'failed.text': 'No se pudo mostrar la página. Vuelve a intentarlo en un momento.',
  'failed.posts': 'No se pudieron cargar los artículos: el servidor no respondió.',
  'failed.post': 'No se pudo cargar el artículo: el servidor no respondió.',
  'failed.page': 'No se pudo cargar la página: el servidor no respondió.',
  'failed.topics': 'No se pudieron cargar los temas: el servidor no respondió.',
  'busy.title': 'Un momento, por favor',
  'busy.text':
    'El sitio tiene ahora muchas visitas y esta página no se pudo preparar a tiempo. Vuelve a cargarla en un momento.',
  'no-file.title': 'Eso no está aquí',
  'no-file.text': 'No existe ese archivo, o no existe esa parte de él.',
  'read-only.title': 'Eso no se puede hacer aquí',
  'read-only.text': 'En esta dirección hay algo, pero solo se puede leer. No se ha cambiado nada.',
  'feed.not-found': 'Aquí no hay nada.',
  'feed.unavailable':
    'Los artículos no están disponibles ahora mismo. Vuelve a intentarlo en un momento.',

  'mail.why': 'Recibes este correo porque te has suscrito a {site}.',
  'mail.leave': 'Darse de baja',
  'mail.read-on': 'Seguir leyendo',
  'mail.video': 'Ver el vídeo',
  'mail.audio': 'Escuchar la grabación',
  'mail.confirm-subject': 'Confirma tu suscripción a {site}',
  'mail.confirm-text':
    'Confirma que quieres recibir los nuevos artículos de {site} en esta dirección.',
  'mail.confirm-button': 'Confirmar la suscripción',
  'mail.confirm-ignore': 'Si no lo has pedido, ignora este correo: no pasará nada.',

  'offline.label': 'Copia guardada',
  'offline.no-connection': 'No tienes conexión o no se puede acceder al sitio.',
  'offline.failed': 'El sitio no funciona en este momento.',
  'offline.slow': 'La conexión es lenta.',
  'offline.copy': 'Esta es la copia del {date}.',
  'offline.title': 'Sin conexión',
  'offline.no-copy':
    'No hay ninguna copia de esta página en este dispositivo, porque nunca se ha abierto aquí. Se cargará sola cuando vuelva la conexión.',
  'offline.saved-pages': 'Lo que puedes leer ahora',
});
