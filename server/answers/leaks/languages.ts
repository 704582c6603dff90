/** How an answer begins to speak of itself, by language, and which words may stand between that and a name. */

export interface Language {
  /** How a speaker begins to say who it is, as regular expressions. */
  begins: string
  /** The same, where a clause has to end after the name: "as Claude, I" says it, "as Claude does" does not. */
  weak: string
  /** Words that may follow before the name. Others end the statement, above all `not`. */
  between: string
  /** Words of making: one of them, or a beginning with `my`, has to come before the name of a maker. */
  made: string
  articles: string
}

/** Languages that put spaces between words. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    begins:
      "i ?['’]? ?a?m|i was|i['’]ve been|i have been|my (?:name|model|creators?|makers?|developers?)|(?:you can |you may |please )?call me",
    weak: 'as|as an?|this is',
    between: `a an the your is are at from of and or to by in on called named known as based powered running also actually just only
      in fact currently ai artificial intelligence large small smaller simple simpler powerful advanced new latest open source
      multimodal language model models llm assistant chatbot bot chat agent system version program helpful friendly virtual digital
      conversational generative neural network team researchers company lab fine tuned`,
    made: 'built developed created made trained designed provided released finetuned',
    articles: 'a an',
  },
  de: {
    begins:
      'ich bin|ich heiße|ich heisse|mein (?:name|modell)|ich wurde|du kannst mich|sie können mich|nenn(?:en sie)? mich',
    weak: 'als|hier ist|hier spricht',
    between: `ist lautet ein eine einer einem einen der die das dem den von vom durch aus bei und auch nur eigentlich tatsächlich ki
      assistent assistentin modell sprachmodell system gestützter gestützte gestütztes künstliche künstlicher intelligenz großes
      grosses kleines chatbot bot namens genannt firma hilfreicher hilfreiches virtueller digitaler basierend auf basiert version
      unternehmen`,
    made: `entwickelt entwickeltes entwickelter entwickelte erstellt erstelltes erstellter trainiert trainiertes trainierter gebaut
      geschaffen geschaffenes geschaffener`,
    articles: 'ein eine einen',
  },
  fr: {
    begins: "je suis|je m['’]appelle|mon (?:nom|modèle)|j['’]ai été",
    weak: 'en tant que|en tant qu|ici',
    between: `un une le la les l de du des par chez est que qu d et aussi en fait ia intelligence artificielle grand petit modèle
      langage langue assistant assistante virtuel virtuelle conversationnel agent robot chatbot nommé nommée appelé appelée basé
      basée sur version société entreprise utile`,
    made: 'développé développée créé créée conçu conçue entraîné entraînée',
    articles: 'un une',
  },
  es: {
    begins: 'soy|me llamo|mi (?:nombre|modelo)|fui|he sido',
    weak: 'como|aquí',
    between: `un una el la los las de del por en es y también ia inteligencia artificial gran modelo lenguaje asistente virtual
      conversacional chatbot agente llamado llamada basado basada versión empresa útil`,
    made: 'desarrollado desarrollada creado creada diseñado diseñada entrenado entrenada',
    articles: 'un una',
  },
  pt: {
    begins: '(?:eu )?sou|(?:eu )?me chamo|meu (?:nome|modelo)|fui',
    weak: 'como|aqui é',
    between: `um uma o a os as de do da dos das por pelo pela em é e também ia inteligência artificial grande modelo linguagem
      assistente virtual chatbot agente chamado chamada baseado baseada versão empresa útil`,
    made: 'desenvolvido desenvolvida criado criada treinado treinada projetado projetada',
    articles: 'um uma',
  },
  it: {
    begins: '(?:io )?sono|mi chiamo|il mio (?:nome|modello)|sono stato|sono stata',
    weak: 'come|in quanto|in qualità di',
    between: `un una uno il lo la i gli le di del della dell da dal dalla in è e anche ia ai intelligenza artificiale grande modello
      linguistico linguaggio assistente virtuale chatbot agente chiamato chiamata basato basata su versione azienda utile`,
    made: 'sviluppato sviluppata creato creata addestrato addestrata progettato progettata',
    articles: 'un uno una',
  },
  nl: {
    begins: 'ik ben|ik heet|mijn (?:naam|model)|ik werd',
    weak: 'als',
    between: `een de het van door bij is en ook ai kunstmatige intelligentie groot taalmodel model assistent virtuele chatbot genaamd
      gebaseerd op versie bedrijf behulpzame`,
    made: 'ontwikkeld ontwikkelde gemaakt gemaakte getraind getrainde',
    articles: 'een',
  },
  pl: {
    begins: 'jestem|nazywam się|mam na imię|zostałem|zostałam',
    weak: 'jako',
    between: `przez od z i także sztuczną inteligencją duży dużym model modelem językowym językowy asystent asystentem wirtualnym
      chatbotem ai firmę firmy o nazwie nazwie wersją`,
    made: 'stworzony stworzonym stworzona opracowany opracowanym wytrenowany wytrenowanym',
    articles: '',
  },
  ru: {
    begins: 'я|меня зовут|моё имя|мое имя|меня',
    weak: 'как',
    between: `это и от из на в ии искусственный интеллект большая языковая модель языковой модели ассистент помощник виртуальный чат
      бот компанией компания командой был была под названием именем основе версия`,
    made: `созданный созданная разработанный разработанная обученный обученная создан создана разработан разработана создала создали
      создал разработала разработали обучила`,
    articles: '',
  },
}

/** Words that may come after a name, in any of these languages. Another word makes it a part of something else. */
export const FOLLOWING = `and but or i a an the to by from with here which who that your how what und ein eine der die das von mit
  für zum et un une de par pour y e o por para con da per en een van door voor i и от для created developed made trained built
  designed model assistant`

/** Languages without spaces between words, or whose verb ends the sentence: what is before and after the name. */
export const AROUND: readonly { before: string; after: string }[] = [
  { before: '(?:我是|我叫|我的名字(?:是|叫)|作为|我由|我被)[^。！？，,.!?\n不没]{0,24}?', after: '' },
  {
    before: '(?:私|わたし|僕|ぼく|当方)(?:は|の名前は)[^。！？\n]{0,24}?',
    after: '[^。！？\n]{0,16}?(?:です|だ。|である|と申し|といい|により|によって|が開発|に開発|が作成)',
  },
  {
    before: '(?:저는|나는|전|제 이름은|내 이름은) ?[^.!?。\n]{0,24}?',
    after:
      '[^.!?。\n]{0,16}?(?:입니다|이에요|예요|이야|라고|에서 개발|가 개발|이 개발|에서 만든|가 만든|이 만든)',
  },
]
