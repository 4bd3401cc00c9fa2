import { useEffect } from 'react';
import { setHead } from '../../views/head.js';

export default function Content({ site, page }) {
  useEffect(() => setHead(page), [page]);
  return (
    <>
      <header className="bar">
        <img src="/images/3.svg" width="40" height="40" />
        <strong>{site.name}</strong>
      </header>
      <main>
        <h1>{page.heading}</h1>
        {page.blocks.map((block) => (
          <Block key={block.heading + block.kind} block={block} />
        ))}
      </main>
    </>
  );
}

function Block({ block }) {
  const Heading = `h${block.level}`;
  return (
    <section>
      <Heading>{block.heading}</Heading>
      {block.paragraphs?.map((text) => (
        <p key={text} style={block.isPale ? { color: '#bbb' } : undefined}>
          {text}
        </p>
      ))}
      {block.cards?.map((card, index) => (
        <a key={index} className="card" href={card.link.href || undefined}>
          <img
            src={card.picture.src}
            alt={card.picture.alt ?? undefined}
            width="320"
            height="200"
            loading="lazy"
          />
          <span>{card.link.text && card.title}</span>
        </a>
      ))}
      {block.fields?.map((field) => (
        <div key={field.id}>
          {field.label !== null && <label htmlFor={field.id}>{field.label}</label>}
          {field.options.length > 0 ? (
            <select id={field.id}>
              {field.options.map((text, index) => (
                <option key={index}>{text}</option>
              ))}
            </select>
          ) : (
            <input id={field.id} type={field.type} placeholder={field.placeholder || undefined} />
          )}
        </div>
      ))}
    </section>
  );
}
