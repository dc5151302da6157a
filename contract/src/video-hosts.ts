/** Whose players a post may embed: the sanitiser lets them stay, the pages' policy lets them load. */
export const VIDEO_HOSTS = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'];
