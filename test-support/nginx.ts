/** A whole configuration, in the foreground; it writes into this folder only. */
export function nginxConfiguration(folder: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { ${temporary}
${http}
}
`;
}
